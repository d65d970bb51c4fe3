//===- SiteSelection.h - chosen sites, as bytes -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The file that the option `site_selection` names. It lists the sites whose
/// events have their stacks and lifetimes recorded. `anomalloc record --site`
/// writes it. The runtime reads it when a process begins its profile.
///
/// A site is named by its unit's id and its slot there (SiteTable.h), because
/// the runtime cannot read site tables, which are compressed.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SITESELECTION_H
#define ANOMALLOC_SITESELECTION_H

#include <stdint.h>

namespace anomalloc {
namespace format {

inline constexpr uint64_t SiteSelectionMagic = 0x314c455345544953; // "SITESEL1"
/// A file with more sites is not accepted.
inline constexpr uint64_t MaxSelectedSites = 1 << 20;

/// Count of SelectedSite follow, sorted by unit and slot.
struct SiteSelectionHeader {
  uint64_t Magic;
  uint64_t Count;
};

struct SelectedSite {
  uint64_t UnitId;
  uint32_t Slot;
  uint32_t Unused;
};

} // namespace format
} // namespace anomalloc

#endif // ANOMALLOC_SITESELECTION_H
