//===- StackTreeJson.cpp - all stacks as compact JSON ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/stacks/StackTreeJson.h"
#include "Analysis/FunctionNames.h"
#include "Report/report/JsonParts.h"
#include "Report/text/Names.h"
#include "Support/Demangle.h"
#include "Support/PrintableStream.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// Texts, each once; 0 is "".
class Texts {
public:
  Texts() { number(""); }

  uint32_t number(StringRef Text) {
    auto [Known, New] = Numbers.try_emplace(Text, InOrder.size());
    if (New)
      InOrder.push_back(Known->first());
    return Known->second;
  }
  ArrayRef<StringRef> inOrder() const { return InOrder; }

private:
  StringMap<uint32_t> Numbers;
  std::vector<StringRef> InOrder; ///< Keys of Numbers.
};

template <typename Range, typename Get>
void writeColumn(json::OStream &J, StringRef Key, const Range &Rows,
                 Get Value) {
  J.attributeArray(Key, [&] {
    for (const auto &Row : Rows)
      J.value(Value(Row));
  });
}

/// "0x1f30" if it has no name.
std::string nameOf(const PackedStacks::Function &F) {
  return F.Name.empty() ? "0x" + utohexstr(F.Offset, /*LowerCase=*/true)
                        : fullFunctionName(F.Name);
}

/// Its name without template arguments; "" if it has none.
std::string collapsedNameOf(const PackedStacks::Function &F) {
  if (F.Name.empty())
    return "";
  std::string Name = demangledName(F.Name), Short = collapseTemplates(Name);
  return Short == Name ? "" : Short;
}

void writeMeasures(json::OStream &J, const PackedStacks &S) {
  auto WriteBlocks = [&](StringRef Key, const Amount &A) {
    J.attributeObject(Key, [&] {
      J.attribute("blocks", A.Allocations);
      J.attribute("bytes", A.Bytes);
    });
  };
  // Where all numbers are 0 none is written.
  auto WriteOwn = [&](StringRef Key, const PackedStacks::Measure &M,
                      uint64_t Amount::*Number) {
    bool Some = any_of(M.Own, [&](const Amount &A) { return A.*Number != 0; });
    writeColumn(J, Key, Some ? ArrayRef(M.Own) : ArrayRef<Amount>(),
                [&](const Amount &A) { return A.*Number; });
  };
  J.attributeArray("measures", [&] {
    for (const PackedStacks::Measure &M : S.Measures)
      J.object([&] {
        J.attribute("blocks", M.Blocks->Name);
        WriteBlocks("with_stack", M.WithStack);
        WriteBlocks("without_stack", M.WithoutStack);
        WriteOwn("own_blocks", M, &Amount::Allocations);
        WriteOwn("own_bytes", M, &Amount::Bytes);
      });
  });
}

void writeFunctions(json::OStream &J, const PackedStacks &S, Texts &T) {
  using Function = PackedStacks::Function;
  J.attributeObject("functions", [&] {
    writeColumn(J, "name", S.Functions,
                [&](const Function &F) { return T.number(nameOf(F)); });
    writeColumn(J, "collapsed", S.Functions, [&](const Function &F) {
      return T.number(collapsedNameOf(F));
    });
    writeColumn(J, "library", S.Functions,
                [&](const Function &F) { return T.number(F.Library); });
    writeColumn(J, "user", S.Functions,
                [](const Function &F) { return int(F.IsUser); });
    writeColumn(J, "maker", S.Functions,
                [](const Function &F) { return int(F.IsMaker); });
  });
}

void writeFrames(json::OStream &J, const PackedStacks &S, Texts &T) {
  using Frame = PackedStacks::Frame;
  J.attributeObject("frames", [&] {
    writeColumn(J, "function", S.Frames,
                [](const Frame &F) { return F.Function; });
    writeColumn(J, "file", S.Frames,
                [&](const Frame &F) { return T.number(F.File); });
    writeColumn(J, "line", S.Frames, [](const Frame &F) { return F.Line; });
  });
}

void writeNodes(json::OStream &J, const PackedStacks &S) {
  J.attributeObject("nodes", [&] {
    writeColumn(J, "frame", S.Nodes,
                [](const PackedStacks::Node &N) { return N.Frame; });
    uint32_t Now = 0;
    writeColumn(J, "up", S.Nodes, [&](const PackedStacks::Node &N) {
      uint32_t Number = Now++;
      return N.Caller ? Number - *N.Caller : 0;
    });
  });
  uint32_t Before = 0;
  writeColumn(J, "rows", S.Rows, [&](uint32_t Node) {
    uint32_t Step = Node - Before;
    Before = Node;
    return Step;
  });
}

} // namespace

void writeJsonStackTree(raw_ostream &To, const PackedStacks &S) {
  PrintableStream OS(To, PrintableStream::Kind::Json);
  json::OStream J(OS);
  Texts T;
  J.object([&] {
    J.attribute("schema", "anomalloc-stack-tree");
    J.attribute("version", 1);
    J.attribute("lost", S.Lost);
    writeFunctions(J, S, T);
    writeFrames(J, S, T);
    writeNodes(J, S);
    writeMeasures(J, S);
    J.attributeArray("strings", [&] {
      for (StringRef Text : T.inOrder())
        J.value(json::fixUTF8(Text));
    });
  });
  OS << '\n';
}

} // namespace anomalloc
