//===- Dhat.cpp - for DHAT's viewer ---------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Version 2 of what dh_view.html opens: a program point for each stack, with
/// blocks and bytes of the chosen kind.
/// \code
///   {"dhatFileVersion": 2, "mode": "heap", "verb": "Allocated",
///    "bklt": false, "bkacc": true, "tu": "ns", "Mtu": "ms", "te": 8820000,
///    "cmd": "solver", "pid": 4711,
///    "pps": [{"tb": 96, "tbk": 4, "rb": 64, "wb": 64, "acc": [-16, 8, -8, 0],
///             "fs": [2, 1]}, ...],
///    "ftbl": ["[root]", "main (a.cpp:7)", "grow() (a.cpp:3)"]}
/// \endcode
/// DHAT's own files have lifetimes and the largest number of each stack's
/// blocks, too. These are not known by stack, so the file says that it has none
/// (`bklt`), and holds what is asked for in their place.
///
/// Accesses (`bkacc`) are those of a run in the mode access. In `acc`, which
/// the blocks of one size have, stands for each byte of a block how often it
/// was accessed; -N, X stands for N times X. We know it of each 8 bytes, so all
/// of these have their mean.
///
//===----------------------------------------------------------------------===//

#include "Analysis/lifetimes/AccessTable.h"
#include "Report/formats/Formats.h"
#include "Report/formats/FrameStacks.h"
#include "Report/report/JsonParts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <cmath>
#include <set>

using namespace llvm;

namespace anomalloc {
namespace {

const char *verbOf(StackBlocks Blocks) {
  switch (Blocks) {
  case StackBlocks::Temporary:
    return "Allocated and freed at once";
  case StackBlocks::Leaked:
    return "Leaked";
  case StackBlocks::AtPeak:
    return "Live at the peak";
  default:
    return "Allocated";
  }
}

/// All blocks of one stack.
struct Point {
  Amount Blocks;
  AccessSum Accesses;
  std::set<uint64_t> Sizes;
};

/// How often each byte of the blocks was accessed, at the mean of each piece.
void writeAccessesOfBytes(json::OStream &J, ArrayRef<AccessSum::Piece> Pieces) {
  auto OfByte = [](const AccessSum::Piece &P) -> int64_t {
    const double All = double(P.Read) + double(P.Written);
    // What was accessed at all is not 0. The viewer ends at 65,535.
    return All == 0 ? 0
                    : int64_t(std::clamp(std::round(All / P.Bytes), 1., 1e9));
  };
  for (size_t I = 0; I != Pieces.size();) {
    const int64_t Its = OfByte(Pieces[I]);
    int64_t Bytes = 0;
    for (; I != Pieces.size() && OfByte(Pieces[I]) == Its; ++I)
      Bytes += int64_t(Pieces[I].Bytes);
    J.value(-Bytes);
    J.value(Its);
  }
}

void writePoint(json::OStream &J, const Point &P, bool HasAccesses) {
  J.attribute("tb", P.Blocks.Bytes);
  J.attribute("tbk", P.Blocks.Allocations);
  if (!HasAccesses)
    return;
  J.attribute("rb", P.Accesses.of(format::AccessCounters::ReadBytes));
  J.attribute("wb", P.Accesses.of(format::AccessCounters::WrittenBytes));
  if (auto Pieces = P.Accesses.pieces(); P.Sizes.size() == 1 && !Pieces.empty())
    J.attributeArray("acc", [&] { writeAccessesOfBytes(J, Pieces); });
}

void writePoints(json::OStream &J, const FrameStacks &Stacks,
                 const StackExport &Export) {
  std::map<uint32_t, Point> OfLevel;
  for (const FrameStacks::Row &R : Stacks.rows())
    if (uint64_t Number = R.Blocks[Export.Measure.Blocks]) {
      Point &Its = OfLevel[R.Level];
      Its.Blocks.add(Number, R.Size);
      Its.Sizes.insert(R.Size);
    }
  const bool HasAccesses = !Export.Stacks.Accessed.empty();
  for (const MeasuredStacks::Accesses &A : Export.Stacks.Accessed)
    OfLevel[Stacks.levelOf(A.Node)].Accesses.add(*A.Its, A.Size);
  J.attributeArray("pps", [&] {
    for (const auto &[Level, Its] : OfLevel)
      J.object([&, Level = Level, &Its = Its] {
        writePoint(J, Its, HasAccesses);
        J.attributeArray("fs", [&] {
          for (uint32_t Frame : Stacks.framesFrom(Level))
            J.value(Frame + 1);
        });
      });
  });
}

std::string frameText(const FrameStacks &Stacks, const NamedFrames::Frame &F) {
  std::string Text = Stacks.names().name(F);
  if (!F.File.empty())
    return Text + " (" + F.File.str() +
           (F.Line ? ":" + utostr(F.Line) : std::string()) + ")";
  return F.Library.empty() ? Text : Text + " (in " + F.Library.str() + ")";
}

} // namespace

Error writeDhat(raw_ostream &OS, const StackExport &Export) {
  FrameStacks Stacks(Export.Stacks);
  const Profile &P = Export.P;
  int64_t Pid = 0;
  if (!P.Processes.empty())
    P.Processes[0].info("pid").value_or("0").getAsInteger(10, Pid);
  json::OStream J(OS);
  J.object([&] {
    J.attribute("dhatFileVersion", 2);
    J.attribute("mode", "heap");
    J.attribute("verb", verbOf(Export.Measure.Blocks));
    J.attribute("bklt", false);
    J.attribute("bkacc", !Export.Stacks.Accessed.empty());
    J.attribute("tu", "ns");
    J.attribute("Mtu", "ms");
    writeJsonString(J, "cmd", exportTitle(P));
    J.attribute("pid", Pid);
    // Rates are told by it.
    J.attribute("te", std::max<uint64_t>(P.longestRun(), 1));
    writePoints(J, Stacks, Export);
    J.attributeArray("ftbl", [&] {
      J.value("[root]");
      for (const NamedFrames::Frame &F : Stacks.frames())
        J.value(json::fixUTF8(frameText(Stacks, F)));
    });
  });
  OS << '\n';
  return Error::success();
}

} // namespace anomalloc
