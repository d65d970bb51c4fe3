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
///    "bklt": false, "bkacc": false, "tu": "ns", "Mtu": "ms", "te": 8820000,
///    "cmd": "solver", "pid": 4711,
///    "pps": [{"tb": 96, "tbk": 4, "fs": [2, 1]}, ...],
///    "ftbl": ["[root]", "main (a.cpp:7)", "grow() (a.cpp:3)"]}
/// \endcode
/// DHAT's own files have lifetimes and the largest number of each stack's
/// blocks, too. These are not known by stack, so the file says that it has none
/// (`bklt`), and holds what is asked for in their place.
///
//===----------------------------------------------------------------------===//

#include "Report/formats/Formats.h"
#include "Report/formats/FrameStacks.h"
#include "Report/report/JsonParts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

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

void writePoints(json::OStream &J, const FrameStacks &Stacks,
                 StackBlocks Blocks) {
  std::map<uint32_t, Amount> OfLevel;
  for (const FrameStacks::Row &R : Stacks.rows())
    if (uint64_t Number = R.Blocks[Blocks])
      OfLevel[R.Level].add(Number, R.Size);
  J.attributeArray("pps", [&] {
    for (const auto &[Level, Sum] : OfLevel)
      J.object([&, Level = Level, &Sum = Sum] {
        J.attribute("tb", Sum.Bytes);
        J.attribute("tbk", Sum.Allocations);
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
    J.attribute("bkacc", false);
    J.attribute("tu", "ns");
    J.attribute("Mtu", "ms");
    writeJsonString(J, "cmd", exportTitle(P));
    J.attribute("pid", Pid);
    // Rates are told by it.
    J.attribute("te", std::max<uint64_t>(P.longestRun(), 1));
    writePoints(J, Stacks, Export.Measure.Blocks);
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
