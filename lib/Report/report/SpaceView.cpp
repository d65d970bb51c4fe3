//===- SpaceView.cpp - memory of accelerators -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
/// Memory spaces   the heap is counted apart
///   space   allocations      bytes  live at the end   at most
///   device        1,000  1.000 GiB                0  1.00 MiB
/// \endcode
/// Nothing is shown of a program that knows only its own memory.
///
//===----------------------------------------------------------------------===//

#include "Report/report/JsonParts.h"
#include "Report/report/TextReport.h"
#include "Report/text/Columns.h"
#include "Report/text/Names.h"
#include "Report/text/TextTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

static uint64_t liveBytes(const format::SpaceSums &S) {
  return S.Bytes - std::min(S.Bytes, S.FreedBytes);
}

void showSpaces(const TextPage &Page) {
  const std::vector<SpaceAmount> &Spaces = Page.A.Spaces;
  if (none_of(Spaces, [](const SpaceAmount &S) {
        return S.Space != MemorySpace::Host;
      }))
    return;
  Page.heading("Memory spaces", "what is here is not among the heap's");
  TextTable Table;
  Table.addColumn("space", TextTable::Align::Left);
  Table.addColumn("allocations");
  Table.addColumn("bytes");
  Table.addColumn("live at the end", TextTable::Align::Right, 2);
  Table.addColumn("at most", TextTable::Align::Right, 1);
  for (const SpaceAmount &S : Spaces)
    Table.addRow({std::string(nameOf(S.Space)),
                  Page.Style.count(S.Made.Allocations),
                  formatBytes(S.Made.Bytes),
                  S.Sums ? formatBytes(liveBytes(*S.Sums)) : "?",
                  S.Sums ? formatBytes(S.Sums->PeakBytes) : "?"});
  Table.print(Page.OS, Page.Style);
}

namespace {

struct ShownSpace {
  const SpaceAmount &Its;
};
void describe(Keys<ShownSpace> &K) {
  using Shown = const ShownSpace &;
  K.name("memory_space");
  K.addWord("space", namesOfSpaces(), "where the blocks lie",
            [](Shown S) { return S.Its.Space; });
  K.include([](Shown S) { return S.Its.Made; });
  auto AddSum = [&K](const char *Key, StringRef Help, auto Of) {
    K.add(Key, Help, [Of](Shown S) -> std::optional<uint64_t> {
      if (!S.Its.Sums)
        return std::nullopt;
      return Of(*S.Its.Sums);
    });
  };
  AddSum("freed", "of the whole run, as all that follows",
         [](const format::SpaceSums &S) { return S.FreedBlocks; });
  AddSum("freed_bytes", "", [](const format::SpaceSums &S) {
    return S.FreedBytes;
  });
  AddSum("live_bytes", "at the end of the record", liveBytes);
  AddSum("peak_bytes",
         "the most that was live at once; of several processes, the sum",
         [](const format::SpaceSums &S) { return S.PeakBytes; });
}

} // namespace

void describeMemorySpaces(Keys<Analysis> &K) {
  K.add("spaces",
        "memory that is none of the heap's, and in none of its sums; sums of "
        "what was freed are null where no runtime stood before the functions",
        [](const Analysis &A) {
          return each(A.Spaces,
                      [](const SpaceAmount &S) { return ShownSpace{S}; });
        });
}

} // namespace anomalloc
