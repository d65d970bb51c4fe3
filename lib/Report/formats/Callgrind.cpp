//===- Callgrind.cpp - for callgrind_annotate and KCachegrind -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The callgrind format, version 1. Each function has what it allocated itself,
/// by line, and its calls with what was allocated below them:
/// \code
///   events: Blocks Bytes
///   ob=(1) /usr/bin/solver
///   fl=(1) /src/mesh.cpp
///   fn=(1) Mesh::refine()
///   17 4096 98304
///   cob=(1)
///   cfi=(1)
///   cfn=(2) Mesh::split()
///   calls=12 0
///   21 12 288
/// \endcode
/// What is below a call is told once for each function and stack: at the
/// outermost call of a recursion. So the inclusive numbers of a function are
/// those of the stacks that it is on. How often a function was called nobody
/// counted; `calls` has the blocks instead, for readers take no 0.
///
//===----------------------------------------------------------------------===//

#include "Report/formats/Formats.h"
#include "Report/formats/FrameStacks.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

using Costs = std::array<uint64_t, 2 * NumStackBlocks>;

/// What readers call a measure.
StringRef eventName(const StackMeasure &M) {
  static const char *const Names[NumStackBlocks][2] = {
      {"Blocks", "Bytes"},
      {"TemporaryBlocks", "TemporaryBytes"},
      {"LeakedBlocks", "LeakedBytes"},
      {"PeakBlocks", "PeakBytes"}};
  return Names[M.Blocks][M.IsBytes];
}

class Callgrind {
public:
  Callgrind(raw_ostream &OS, const StackExport &Export)
      : OS(OS), Export(Export), Stacks(Export.Stacks),
        Measures(Export.Stacks.measures()) {
    // What others show first, and all tools sort by.
    std::stable_partition(
        Measures.begin(), Measures.end(),
        [&](const StackMeasure &M) { return M.Name == Export.Measure.Name; });
  }

  void write() {
    findFunctions();
    addUp();
    writeHead();
    for (uint32_t F = 0; F != Functions.size(); ++F)
      writeFunction(F);
  }

private:
  struct Function {
    uint32_t Name;
    StringRef File, Library;
    std::map<uint32_t, Costs> Self; ///< By line.
    /// By line, and the function that is called.
    std::map<std::pair<uint32_t, uint32_t>, Costs> Calls;
  };

  void findFunctions();
  void addUp();
  void addTo(Costs &To, const Costs &More) {
    for (auto [Sum, One] : zip_equal(To, More))
      Sum = SaturatingAdd(Sum, One);
  }
  void writeHead();
  void writeFunction(uint32_t Number);
  void writeWhere(const Function &F, StringRef Before);
  void writeCosts(const Costs &C) {
    for (size_t I = 0; I != Measures.size(); ++I)
      OS << ' ' << C[I];
    OS << '\n';
  }
  /// "(7) name", and later "(7)".
  void writeName(std::map<std::string, uint32_t> &Known, StringRef Name) {
    std::string Text = Name.empty() ? "???" : Name.str();
    auto [I, New] = Known.try_emplace(Text, Known.size() + 1);
    OS << '(' << I->second << ')';
    if (New)
      OS << ' ' << Text;
    OS << '\n';
  }

  raw_ostream &OS;
  const StackExport &Export;
  FrameStacks Stacks;
  std::vector<StackMeasure> Measures;
  std::vector<Function> Functions;
  std::vector<uint32_t> FunctionOf; ///< By frame.
  Costs Sum = {};
  std::map<std::string, uint32_t> Files, Objects, Names;
};

void Callgrind::findFunctions() {
  std::map<std::tuple<uint32_t, StringRef, StringRef>, uint32_t> Known;
  for (const NamedFrames::Frame &F : Stacks.frames()) {
    auto [I, New] =
        Known.try_emplace({F.Name, F.File, F.Library}, Functions.size());
    if (New)
      Functions.push_back({F.Name, F.File, F.Library, {}, {}});
    FunctionOf.push_back(I->second);
  }
}

void Callgrind::addUp() {
  std::map<uint32_t, Costs> OfLevel;
  for (const FrameStacks::Row &R : Stacks.rows()) {
    Costs C = {};
    for (auto [I, M] : enumerate(Measures))
      C[I] = R.value(M);
    addTo(OfLevel[R.Level], C);
  }
  for (const auto &[Level, C] : OfLevel) {
    addTo(Sum, C);
    SmallVector<uint32_t, 64> Frames = Stacks.framesFrom(Level);
    uint32_t Innermost = Frames.front();
    addTo(
        Functions[FunctionOf[Innermost]].Self[Stacks.frames()[Innermost].Line],
        C);
    SmallDenseSet<uint32_t, 64> Seen = {FunctionOf[Frames.back()]};
    for (size_t I = Frames.size() - 1; I != 0; --I) {
      uint32_t Callee = FunctionOf[Frames[I - 1]];
      if (Seen.insert(Callee).second)
        addTo(Functions[FunctionOf[Frames[I]]]
                  .Calls[{Stacks.frames()[Frames[I]].Line, Callee}],
              C);
    }
  }
}

void Callgrind::writeHead() {
  OS << "# callgrind format\nversion: 1\ncreator: anomalloc " ANOMALLOC_VERSION
        "\ncmd: "
     << exportTitle(Export.P) << "\n\npositions: line\n";
  for (const StackMeasure &M : Measures)
    OS << "event: " << eventName(M) << " : " << M.Help << '\n';
  OS << "events:";
  for (const StackMeasure &M : Measures)
    OS << ' ' << eventName(M);
  OS << "\nsummary:";
  writeCosts(Sum);
}

void Callgrind::writeWhere(const Function &F, StringRef Before) {
  OS << Before << "ob=";
  writeName(Objects, F.Library);
  OS << Before << (Before.empty() ? "fl=" : "fi=");
  writeName(Files, F.File);
  OS << Before << "fn=";
  writeName(Names, Stacks.names().names()[F.Name]);
}

void Callgrind::writeFunction(uint32_t Number) {
  const Function &F = Functions[Number];
  if (F.Self.empty() && F.Calls.empty())
    return;
  OS << '\n';
  writeWhere(F, "");
  for (const auto &[Line, C] : F.Self) {
    OS << Line;
    writeCosts(C);
  }
  for (const auto &[Call, C] : F.Calls) {
    writeWhere(Functions[Call.second], "c");
    uint64_t Blocks = 1;
    for (auto [I, M] : enumerate(Measures))
      if (M.Blocks == StackBlocks::All && !M.IsBytes)
        Blocks = std::max<uint64_t>(C[I], 1);
    OS << "calls=" << Blocks << " 0\n" << Call.first;
    writeCosts(C);
  }
}

} // namespace

Error writeCallgrind(raw_ostream &OS, const StackExport &Export) {
  Callgrind(OS, Export).write();
  return Error::success();
}

} // namespace anomalloc
