//===- Heaptrack.cpp - for heaptrack_print and heaptrack_gui --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// heaptrack's data as heaptrack_interpret hands them on, version 1, without
/// compression. Numbers are hexadecimal, strings and others count from 1.
/// \code
///   v 10400 1           versions of heaptrack and of the format
///   X solver input.dat  what ran
///   s take()            a string
///   i 1 2 3 4 11        code: address, object, function, file, line
///   t 1 0               a level of a stack: its code, and its caller
///   a 18 1              blocks of a size and a stack
///   + 1                 one of them is made
///   - 1                 one of them is freed
///   c 64                milliseconds passed
/// \endcode
/// The format has no counts, only events, and a profile has no events: they are
/// made up so that all sums are the profile's. Temporary blocks come first,
/// each freed at once; then others that did not live at the peak; then all that
/// did; these are freed, unless they leaked; then what leaked later. A block
/// that is freed with nothing between, and is not temporary, is made by one of
/// two equal rows `a` and freed by the other. heaptrack_gui takes the first
/// block of each row in the order of the rows, and crashes at another: rows
/// that make blocks come first, in the order of their first block.
///
//===----------------------------------------------------------------------===//

#include "Report/formats/Formats.h"
#include "Report/formats/FrameStacks.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// More events than anybody would wait for.
constexpr uint64_t MostBlocks = 200000000;

/// Blocks of one row by what became of them.
struct Lot {
  uint64_t AtOnce = 0;     ///< Temporary, not at the peak.
  uint64_t Early = 0;      ///< Freed, not at the peak.
  uint64_t PeakFreed = 0;  ///< At the peak, freed.
  uint64_t PeakLeaked = 0; ///< At the peak, never freed.
  uint64_t LateLeaked = 0; ///< Made after the peak, never freed.
  bool LastAtOnce = false; ///< One of PeakFreed is temporary.

  uint64_t atPeak() const { return PeakLeaked + PeakFreed; }
  /// When the first of them is made: before the peak, at it, later, never.
  int firstTime() const {
    if (AtOnce || Early)
      return 0;
    return atPeak() ? 1 : LateLeaked ? 2 : 3;
  }
};

Lot lotOf(const FrameStacks::Row &R) {
  uint64_t Rest = R.Blocks[StackBlocks::All];
  auto Take = [&Rest](uint64_t Number) {
    Number = std::min(Number, Rest);
    Rest -= Number;
    return Number;
  };
  uint64_t Leaked = Take(R.Blocks[StackBlocks::Leaked]);
  uint64_t Temporary = Take(R.Blocks[StackBlocks::Temporary]);
  uint64_t Freed = Rest;
  Lot L;
  uint64_t Peak =
      std::min(R.Blocks[StackBlocks::AtPeak], R.Blocks[StackBlocks::All]);
  L.PeakLeaked = std::min(Peak, Leaked);
  L.LateLeaked = Leaked - L.PeakLeaked;
  L.PeakFreed = Peak - L.PeakLeaked;
  L.Early = Freed - std::min(Freed, L.PeakFreed);
  // The last block that is made before the peak may be temporary.
  uint64_t TemporaryAtPeak = L.PeakFreed - std::min(Freed, L.PeakFreed);
  L.AtOnce = Temporary - std::min(Temporary, TemporaryAtPeak);
  L.LastAtOnce = TemporaryAtPeak != 0;
  return L;
}

class Heaptrack {
public:
  Heaptrack(raw_ostream &OS, const StackExport &Export)
      : OS(OS), Export(Export), Stacks(Export.Stacks) {}

  Error write() {
    if (!Export.Stacks.HasFates)
      return makeError("heaptrack's data tell what became of blocks, and the "
                       "profile does not: record with --mode=lifetime, or "
                       "lifetime+stacks");
    uint64_t Blocks = 0;
    for (const FrameStacks::Row &R : Stacks.rows())
      Blocks = SaturatingAdd(Blocks, R.Blocks[StackBlocks::All]);
    if (Blocks > MostBlocks)
      return makeError("heaptrack's data have a line for each block, and these "
                       "are " +
                       Twine(Blocks) + ": at most " + Twine(MostBlocks) +
                       "; choose some by --size, --section, --file or "
                       "--function");
    OS << "v 10400 1\nX " << exportTitle(Export.P) << '\n';
    writeCode();
    orderRows();
    writeRows();
    OS << "c 0\n";
    writeEvents();
    return Error::success();
  }

private:
  uint32_t string(StringRef Text) {
    if (Text.empty())
      return 0;
    auto [I, New] = Strings.try_emplace(Text.str(), Strings.size() + 1);
    if (New)
      OS << "s " << Text << '\n';
    return I->second;
  }
  void line(char What, std::initializer_list<uint64_t> Numbers) {
    OS << What;
    for (uint64_t Number : Numbers)
      OS << ' ' << utohexstr(Number, /*LowerCase=*/true);
    OS << '\n';
  }
  void writeCode();
  void orderRows();
  void writeRows();
  void writeEvents();
  /// \p Event, \p Times.
  void repeat(StringRef Event, uint64_t Times);
  static std::string event(char What, uint64_t Row) {
    return (Twine(What) + " " + utohexstr(Row, /*LowerCase=*/true) + "\n")
        .str();
  }
  // The rows that make blocks, and their equals behind them all. No free but
  // one at once is of row 0: readers take that for the block that was made
  // last, when there is none.
  static std::string made(size_t Row) { return event('+', Row); }
  static std::string freedAtOnce(size_t Row) { return event('-', Row); }
  std::string freed(size_t Row) const { return event('-', Lots.size() + Row); }

  raw_ostream &OS;
  const StackExport &Export;
  FrameStacks Stacks;
  std::map<std::string, uint32_t> Strings;
  std::vector<FrameStacks::Row> Rows; ///< In the order of their first block.
  std::vector<Lot> Lots;              ///< Of Rows.
};

void Heaptrack::writeCode() {
  for (const auto &[I, F] : enumerate(Stacks.frames())) {
    uint32_t Library = string(F.Library);
    uint32_t Function = string(Stacks.names().name(F));
    uint32_t File = string(F.File);
    line('i', {I + 1, Library, Function, File, F.Line});
  }
  for (const FrameStacks::Level &L : Stacks.levels())
    line('t', {uint64_t(L.Frame) + 1, L.Caller ? uint64_t(*L.Caller) + 1 : 0});
}

void Heaptrack::orderRows() {
  Rows.assign(Stacks.rows().begin(), Stacks.rows().end());
  // The last block before the peak is a temporary one, or small: heaptrack_gui
  // leaves out the last one where it draws the peak.
  auto Key = [](const FrameStacks::Row &R) {
    Lot L = lotOf(R);
    return std::tuple(L.firstTime(), L.LastAtOnce, ~R.Size, R.Level);
  };
  llvm::sort(Rows, [&](const FrameStacks::Row &A, const FrameStacks::Row &B) {
    return Key(A) < Key(B);
  });
  for (const FrameStacks::Row &R : Rows)
    Lots.push_back(lotOf(R));
}

void Heaptrack::writeRows() {
  for (int Twice = 0; Twice != 2; ++Twice)
    for (const FrameStacks::Row &R : Rows)
      line('a', {R.Size, uint64_t(R.Level) + 1});
}

void Heaptrack::repeat(StringRef Event, uint64_t Times) {
  constexpr uint64_t AtOnce = 1024;
  std::string Many;
  if (Times >= AtOnce)
    for (uint64_t I = 0; I != AtOnce; ++I)
      Many += Event;
  for (; Times >= AtOnce; Times -= AtOnce)
    OS << Many;
  for (; Times; --Times)
    OS << Event;
}

void Heaptrack::writeEvents() {
  // heaptrack_gui draws the most that lived between two times: the peak gets
  // some of its own, in the middle, for nobody knows when it was.
  const uint64_t End = Export.P.longestRun() / 1000000; // Milliseconds.
  const uint64_t Middle = End / 2;
  std::optional<size_t> Last;
  for (auto [I, L] : enumerate(Lots)) {
    repeat(made(I) + freedAtOnce(I), L.AtOnce);
    repeat(made(I) + freed(I), L.Early);
    if (L.LastAtOnce)
      Last = I;
  }
  line('c', {Middle});
  for (auto [I, L] : enumerate(Lots))
    repeat(made(I), L.atPeak() - (Last == I));
  if (Last) {
    OS << made(*Last) << freedAtOnce(*Last);
    --Lots[*Last].PeakFreed;
  }
  line('c', {std::min(Middle + 1, End)});
  for (auto [I, L] : enumerate(Lots))
    repeat(freed(I), L.PeakFreed);
  for (auto [I, L] : enumerate(Lots))
    repeat(made(I), L.LateLeaked);
  line('c', {End});
}

} // namespace

Error writeHeaptrack(raw_ostream &OS, const StackExport &Export) {
  return Heaptrack(OS, Export).write();
}

} // namespace anomalloc
