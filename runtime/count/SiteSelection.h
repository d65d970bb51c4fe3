//===- SiteSelection.h - sites that the user chose --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_COUNT_SITESELECTION_H
#define ANOMALLOC_RUNTIME_COUNT_SITESELECTION_H

#include "anomalloc/SiteSelection.h"
#include "count/Units.h"
#include "process/System.h"

namespace anomalloc::runtime {

struct Process;

/// The sites that the user chose (include/anomalloc/SiteSelection.h), by index
/// of unit. Valid when zeroed: all sites are chosen. In memory that a forked
/// child finds zeroed.
class SiteSelection {
public:
  /// Reads the file at \p Path. Returns false if it cannot be read or is not a
  /// selection of sites. All sites stay chosen in this case.
  bool read(Process &P, const sys::SignalGuard &Guard, const char *Path);

  /// Notes that the unit \p Index has the id \p UnitId. Called before the
  /// unit's first event.
  void addUnit(uint32_t Index, uint64_t UnitId);

  /// Whether there is a selection. Without one, all sites are chosen.
  bool exists() const { return All; }

  /// Whether the site is chosen. Unit 0 stands for no site. Any thread,
  /// async-signal-safe.
  bool contains(uint32_t Unit, uint32_t Slot) const {
    if (!All)
      return true;
    uint32_t Begin = Units[Unit].Begin, End = Units[Unit].End;
    while (Begin != End) {
      uint32_t Middle = Begin + (End - Begin) / 2;
      if (All[Middle].Slot == Slot)
        return true;
      if (All[Middle].Slot < Slot)
        Begin = Middle + 1;
      else
        End = Middle;
    }
    return false;
  }

private:
  struct Range {
    uint32_t Begin, End;
  };
  const format::SelectedSite *All; ///< Null: there is no selection.
  uint32_t Count;
  Range *Units; ///< The elements of All for each unit, by its index.
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_COUNT_SITESELECTION_H
