//===- StackTreeJson.cpp - all stacks as compact JSON ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/stacks/StackTreeJson.h"
#include "Analysis/FunctionNames.h"
#include "Document/Document.h"
#include "Report/report/JsonParts.h"
#include "Report/text/EstimateKeys.h"
#include "Support/Demangle.h"
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

/// None if all numbers are 0.
Each<uint64_t> ownNumbers(const PackedStacks::Measure &M,
                          uint64_t Amount::*Number) {
  return {[&M, Number](auto Take) {
    if (any_of(M.Own, [&](const Amount &A) { return A.*Number != 0; }))
      for (const Amount &A : M.Own)
        Take(A.*Number);
  }};
}

} // namespace

static void describe(Keys<PackedStacks::Measure> &K) {
  using Shown = const PackedStacks::Measure &;
  K.add("blocks", "which ones, as in 'anomalloc stacks --blocks'",
        [](Shown M) { return M.Blocks->Name; });
  K.add("with_stack", "the sum of own_blocks and that of own_bytes",
        [](Shown M) { return BlockAmount{M.WithStack}; });
  K.add("without_stack",
        "others of the profile: not selected, or lost; with with_stack, these "
        "are all of the heap and of pools",
        [](Shown M) { return BlockAmount{M.WithoutStack}; });
  K.add("own_blocks", "by row: from exactly this stack; empty: all are 0",
        [](Shown M) { return ownNumbers(M, &Amount::Allocations); });
  K.add("own_bytes", "that they asked for",
        [](Shown M) { return ownNumbers(M, &Amount::Bytes); });
}

namespace {

struct StackTreeDocument {
  const PackedStacks &S;
  Texts &T; ///< Those of the columns that were written.
};

struct FunctionColumns : StackTreeDocument {};
void describe(Keys<FunctionColumns> &K) {
  using Function = PackedStacks::Function;
  auto Add = [&K](StringRef Name, auto TextOf, StringRef Help) {
    K.add(Name, Help, [TextOf](const FunctionColumns &C) {
      return each(C.S.Functions, [&T = C.T, TextOf](const Function &F) {
        return T.number(TextOf(F));
      });
    });
  };
  auto AddFlag = [&K](StringRef Name, bool Function::*Flag, StringRef Help) {
    K.add(Name, Help, [Flag](const FunctionColumns &C) {
      return each(C.S.Functions,
                  [Flag](const Function &F) { return unsigned(F.*Flag); });
    });
  };
  Add(
      "name", [](const Function &F) { return nameOf(F); },
      "demangled; of a function without a name its offset in the library, as "
      "\"0x1f30\"");
  Add("collapsed", collapsedNameOf,
      "the name without the arguments of templates; \"\" if it has none");
  Add(
      "library", [](const Function &F) { return F.Library; },
      "path of the object; \"\" if unknown");
  AddFlag("user", &Function::IsUser, "1: the source is no system file; else 0");
  AddFlag("maker", &Function::IsMaker,
          "1: it makes blocks on behalf of its caller; else 0");
}

struct FrameColumns : StackTreeDocument {};
void describe(Keys<FrameColumns> &K) {
  using Shown = const FrameColumns &;
  using Frame = PackedStacks::Frame;
  K.add("function", "index of functions", [](Shown C) {
    return each(C.S.Frames, [](const Frame &F) { return F.Function; });
  });
  K.add("file", "\"\" if unknown", [](Shown C) {
    return each(C.S.Frames,
                [&T = C.T](const Frame &F) { return T.number(F.File); });
  });
  K.add("line", "0: unknown", [](Shown C) {
    return each(C.S.Frames, [](const Frame &F) { return F.Line; });
  });
}

struct NodeColumns : StackTreeDocument {};
void describe(Keys<NodeColumns> &K) {
  using Shown = const NodeColumns &;
  using Node = PackedStacks::Node;
  K.add("frame", "index of frames", [](Shown C) {
    return each(C.S.Nodes, [](const Node &N) { return N.Frame; });
  });
  K.add("up", "how many nodes before it its caller is; 0: it is outermost",
        [](Shown C) {
          return each(C.S.Nodes, [First = C.S.Nodes.data()](const Node &N) {
            return N.Caller ? uint32_t(&N - First) - *N.Caller : 0;
          });
        });
}

void describe(Keys<StackTreeDocument> &K) {
  using Shown = const StackTreeDocument &;
  K.constant("schema", "anomalloc-stack-tree");
  K.constant("version", 1);
  describeSample(K, [](Shown D) -> const Profile & { return *D.S.Source; });
  K.add("lost", "allocations whose stacks had no room in the profile",
        [](Shown D) { return D.S.Lost; });
  K.add("functions", [](Shown D) { return FunctionColumns{D}; });
  K.add("frames", "lines of functions; inlined functions have their own",
        [](Shown D) { return FrameColumns{D}; });
  K.add("nodes",
        "levels of stacks; a node comes before those that it calls, and these "
        "before its caller's next one; of one caller's, the one with the most "
        "allocations comes first",
        [](Shown D) { return NodeColumns{D}; });
  K.add("rows",
        "the nodes that allocate: each as the step from the one before, the "
        "first from 0",
        [](Shown D) {
          return each(D.S.Rows, [First = D.S.Rows.data()](const uint32_t &Row) {
            return Row - (&Row == First ? 0 : *(&Row - 1));
          });
        });
  K.add("measures",
        "what the profile knows: all blocks, then with lifetimes those of each "
        "fate",
        [](Shown D) { return ArrayRef(D.S.Measures); });
  K.add("strings", [](Shown D) { return D.T.inOrder(); });
}

} // namespace

void writeJsonStackTree(raw_ostream &To, const PackedStacks &S) {
  Texts T;
  writeDocument(To, StackTreeDocument{S, T}, /*Indent=*/0);
}

const JsonObject &stackTreeObject() {
  return keysOf<StackTreeDocument>().object();
}

} // namespace anomalloc
