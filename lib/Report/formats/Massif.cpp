//===- Massif.cpp - for ms_print and massif-visualizer --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// massif's snapshots over the bytes that were allocated so far: the most that
/// lived in each stretch of that clock, with a tree of stacks at the peak and
/// at the end.
/// \code
///   desc: anomalloc
///   cmd: solver input.dat
///   time_unit: B
///   #-----------
///   snapshot=0
///   #-----------
///   time=65536
///   mem_heap_B=14210
///   mem_heap_extra_B=560
///   mem_stacks_B=0
///   heap_tree=peak
///   n1: 14210 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.
///    n0: 14210 0x1: take() (a.cpp:7)
/// \endcode
/// massif-visualizer joins what stacks held at one tree with what they held at
/// the next one, by a straight line. So the snapshots beside those of the peak
/// and the end have a tree too, which says that nobody knows.
///
//===----------------------------------------------------------------------===//

#include "Profile/Totals.h"
#include "Report/formats/Formats.h"
#include "Report/formats/FrameStacks.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr char Root[] =
    "(heap allocation functions) malloc/new/new[], --alloc-fns, etc.";

class Massif {
public:
  Massif(raw_ostream &OS, const StackExport &Export, const Process &Its)
      : OS(OS), Export(Export), Sums(*Its.Lifetimes), Stacks(Export.Stacks) {}

  void write();

private:
  /// Who called an allocation, level by level, as massif turns stacks around.
  struct Node {
    uint32_t Frame = 0;
    uint64_t Bytes = 0;
    std::vector<uint32_t> Callers; ///< Indices of the tree.
  };
  std::vector<Node> treeOf(StackBlocks Blocks) const;
  void snapshot(uint64_t Time, const TimelinePoint &At, const char *Tree);
  void writeTree(StackBlocks Blocks);
  void writeUnknown(uint64_t Bytes);
  std::string placeOf(uint32_t Frame) const;

  raw_ostream &OS;
  const StackExport &Export;
  const LifetimeTotals &Sums;
  FrameStacks Stacks;
  size_t Snapshots = 0;
};

std::vector<Massif::Node> Massif::treeOf(StackBlocks Blocks) const {
  std::vector<Node> Tree(1);
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> Known;
  for (const FrameStacks::Row &R : Stacks.rows()) {
    uint64_t Bytes = SaturatingMultiply(R.Blocks[Blocks], R.Size);
    if (!Bytes)
      continue;
    uint32_t At = 0;
    Tree[At].Bytes = SaturatingAdd(Tree[At].Bytes, Bytes);
    for (uint32_t Frame : Stacks.framesFrom(R.Level)) {
      auto [I, New] = Known.try_emplace({At, Frame}, Tree.size());
      if (New) {
        Tree[At].Callers.push_back(I->second);
        Tree.push_back({Frame, 0, {}});
      }
      At = I->second;
      Tree[At].Bytes = SaturatingAdd(Tree[At].Bytes, Bytes);
    }
  }
  for (Node &N : Tree)
    sort(N.Callers, [&Tree](uint32_t A, uint32_t B) {
      return std::make_tuple(Tree[B].Bytes, A) <
             std::make_tuple(Tree[A].Bytes, B);
    });
  return Tree;
}

std::string Massif::placeOf(uint32_t Frame) const {
  const NamedFrames::Frame &F = Stacks.frames()[Frame];
  std::string Text =
      "0x" + utohexstr(Frame + 1) + ": " + Stacks.names().name(F);
  if (!F.File.empty())
    return Text + " (" + F.File.str() + ":" + utostr(F.Line) + ")";
  return F.Library.empty() ? Text : Text + " (in " + F.Library.str() + ")";
}

void Massif::writeTree(StackBlocks Blocks) {
  std::vector<Node> Tree = treeOf(Blocks);
  std::vector<std::pair<uint32_t, uint32_t>> Open = {{0, 0}}; // With its depth.
  while (!Open.empty()) {
    auto [I, Depth] = Open.back();
    Open.pop_back();
    const Node &N = Tree[I];
    OS.indent(Depth) << 'n' << N.Callers.size() << ": " << N.Bytes << ' '
                     << (I ? placeOf(N.Frame) : Root) << '\n';
    for (uint32_t Caller : reverse(N.Callers))
      Open.push_back({Caller, Depth + 1});
  }
}

void Massif::writeUnknown(uint64_t Bytes) {
  OS << "n1: " << Bytes << ' ' << Root << "\n n0: " << Bytes
     << " 0x0: [who held it was not recorded]\n";
}

void Massif::snapshot(uint64_t Time, const TimelinePoint &At,
                      const char *Tree) {
  uint64_t Extra = Sums.UsableKnown
                       ? At.UsableBytes - std::min(At.UsableBytes, At.Bytes)
                       : 0;
  OS << "#-----------\nsnapshot=" << Snapshots++
     << "\n#-----------\ntime=" << Time << "\nmem_heap_B=" << At.Bytes
     << "\nmem_heap_extra_B=" << Extra << "\nmem_stacks_B=0\nheap_tree=" << Tree
     << '\n';
}

void Massif::write() {
  OS << "desc: anomalloc " ANOMALLOC_VERSION "\ncmd: " << exportTitle(Export.P)
     << "\ntime_unit: B\n";
  TimelinePoint Peak, End;
  uint64_t Clock = 0;
  for (const FrameStacks::Row &R : Stacks.rows()) {
    auto Add = [&R](TimelinePoint &To, StackBlocks Blocks) {
      To.Blocks = SaturatingAdd(To.Blocks, R.Blocks[Blocks]);
      To.Bytes = SaturatingMultiplyAdd(R.Blocks[Blocks], R.Size, To.Bytes);
    };
    Add(Peak, StackBlocks::AtPeak);
    Add(End, StackBlocks::Leaked);
    Clock = SaturatingMultiplyAdd(R.Blocks[StackBlocks::All], R.Size, Clock);
  }
  // The stretch with the most is the peak's; who held it is known of that
  // moment alone.
  auto Most = llvm::max_element(
      Sums.Timeline, [](const TimelinePoint &A, const TimelinePoint &B) {
        return A.Bytes < B.Bytes;
      });
  snapshot(0, {}, "empty");
  // A large block is longer than a stretch: nothing was seen in there.
  std::vector<size_t> Seen;
  for (const auto &[I, Point] : enumerate(Sums.Timeline))
    if (Point.Bytes)
      Seen.push_back(I);
  auto IsPeakAt = [&](size_t Number) {
    return Number < Seen.size() && &Sums.Timeline[Seen[Number]] == &*Most &&
           Peak.Bytes;
  };
  for (const auto &[Number, I] : enumerate(Seen)) {
    const TimelinePoint &Point = Sums.Timeline[I];
    bool IsPeak = IsPeakAt(Number);
    bool IsBeside = IsPeakAt(Number + 1) || (Number && IsPeakAt(Number - 1)) ||
                    Number + 1 == Seen.size();
    TimelinePoint At = Point;
    if (IsPeak) {
      At.Bytes = Peak.Bytes;
      At.UsableBytes = std::max(At.UsableBytes, At.Bytes);
    }
    uint64_t Time =
        SaturatingMultiply(uint64_t(I) + 1, uint64_t(1) << Sums.TimelineShift);
    snapshot(std::min(Time, Clock), At,
             IsPeak     ? "peak"
             : IsBeside ? "detailed"
                        : "empty");
    if (IsPeak)
      writeTree(StackBlocks::AtPeak);
    else if (IsBeside)
      writeUnknown(At.Bytes);
  }
  End.UsableBytes = End.Bytes;
  snapshot(Clock, End, "detailed");
  writeTree(StackBlocks::Leaked);
}

} // namespace

Error writeMassif(raw_ostream &OS, const StackExport &Export) {
  const Process *Its = nullptr;
  for (const Process &One : Export.P.Processes)
    if (One.Lifetimes && !std::exchange(Its, &One))
      continue;
    else if (One.Lifetimes)
      return makeError("massif's data are those of one process: name one "
                       "profile");
  if (!Its || !Export.Stacks.HasFates)
    return makeError("massif's data tell what lived when, and the profile does "
                     "not: record with --mode=lifetime, or lifetime+stacks");
  uint64_t All = 0;
  for (const Count &C : Export.P.Counts)
    if (isHeap(Export.P, C))
      All = SaturatingAdd(All, C.Allocations);
  if (Export.Stacks.total(stackMeasures()[0]) != All)
    return makeError("massif's data are of all blocks: leave out --size, "
                     "--section, --file, --function and --thread");
  Massif(OS, Export, *Its).write();
  return Error::success();
}

} // namespace anomalloc
