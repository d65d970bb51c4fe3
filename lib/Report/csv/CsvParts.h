//===- CsvParts.h - cells that several tables have --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes groups of columns that several tables share. Makes values optional:
/// the cell of an unknown value is empty.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_CSV_CSVPARTS_H
#define ANOMALLOC_REPORT_CSV_CSVPARTS_H

#include "Profile/Profile.h"
#include "Report/csv/CsvRow.h"
#include "llvm/ADT/Twine.h"

namespace anomalloc {

template <typename T> std::optional<T> onlyIf(bool Known, T Value) {
  return Known ? std::optional<T>(Value) : std::nullopt;
}
inline std::optional<uint64_t> unlessZero(uint64_t Number) {
  return onlyIf(Number != 0, Number);
}
inline std::optional<llvm::StringRef> unlessEmpty(llvm::StringRef Text) {
  return onlyIf(!Text.empty(), Text);
}
/// The member of \p S; none if \p S is null.
template <typename Struct, typename T>
std::optional<T> memberOf(const Struct *S, T Struct::*Member) {
  return S ? std::optional<T>(S->*Member) : std::nullopt;
}

/// Adds the columns of a place: `function`, `file`, `line` and `column`. Each
/// name begins with \p Prefix. If \p F is null, all four cells are empty.
void addPlace(CsvCells &Row, const Frame *F, const llvm::Twine &Prefix = "");

/// Adds the column `site`.
void addSite(CsvCells &Row, const Profile &P, std::optional<SiteIndex> Site);

/// Adds the columns of an origin: the site that is charged for the allocation,
/// and the library code that asked for it.
void addOrigin(CsvCells &Row, const Profile &P, std::optional<SiteIndex> Site,
               std::optional<DarkIndex> Dark);

/// Adds the key columns of a lifetime of \p P, the profile of that \p Number.
void addKey(CsvCells &Row, const Profile &P, uint64_t Number,
            const Lifetime &L);

/// Adds the columns `process` and `thread`.
void addThread(CsvCells &Row, const Profile &P, LaneIndex Index);

void addLoop(CsvCells &Row, llvm::StringRef Column, const Profile &P,
             std::optional<LoopIndex> Loop);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_CSV_CSVPARTS_H
