//===- SiteSelection.cpp - sites that the user chose ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/SiteSelection.h"
#include "count/Units.h"
#include "process/Process.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

static bool readAll(int Fd, void *To, size_t Size) {
  auto *At = static_cast<char *>(To);
  while (Size) {
    long Got = sys::readFile(Fd, At, Size);
    if (Got <= 0)
      return false;
    At += Got;
    Size -= size_t(Got);
  }
  return true;
}

static SelectedSite *readSites(Process &P, const sys::SignalGuard &Guard,
                               int Fd, uint32_t &Count) {
  SiteSelectionHeader Head;
  if (!readAll(Fd, &Head, sizeof(Head)) || Head.Magic != SiteSelectionMagic ||
      Head.Count > MaxSelectedSites)
    return nullptr;
  Count = uint32_t(Head.Count);
  size_t Size = Count * sizeof(SelectedSite);
  // Of no site, too: then none is chosen.
  void *Sites = allocateControl(P, Guard, Size + sizeof(SelectedSite));
  if (!Sites || !readAll(Fd, Sites, Size))
    return nullptr;
  return static_cast<SelectedSite *>(Sites);
}

bool SiteSelection::read(Process &P, const sys::SignalGuard &Guard,
                         const char *Path) {
  int Fd = sys::openForReading(Path);
  if (Fd < 0)
    return false;
  Units = static_cast<Range *>(
      allocateControl(P, Guard, maxUnits() * sizeof(Range)));
  All = Units ? readSites(P, Guard, Fd, Count) : nullptr;
  sys::closeFile(Fd);
  return All;
}

void SiteSelection::addUnit(uint32_t Index, uint64_t UnitId) {
  if (!All)
    return;
  uint32_t Begin = 0;
  while (Begin != Count && All[Begin].UnitId != UnitId)
    ++Begin;
  uint32_t End = Begin;
  while (End != Count && All[End].UnitId == UnitId)
    ++End;
  Units[Index] = {Begin, End};
}

} // namespace anomalloc::runtime
