//===- CsvParts.h - cells that several tables have --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Groups of columns that stand in several tables, and cells that are empty
/// where something is not known.
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
/// None where there is no struct.
template <typename Struct, typename T>
std::optional<T> memberOf(const Struct *S, T Struct::*Member) {
  return S ? std::optional<T>(S->*Member) : std::nullopt;
}

/// A place: `function`, `file`, `line` and `column`, each behind \p Prefix. No
/// frame: all are empty.
void addPlace(CsvCells &Row, const Frame *F, const llvm::Twine &Prefix = "");

/// The column `site`.
void addSite(CsvCells &Row, const Profile &P, std::optional<SiteIndex> Site);

/// An origin: the site that is charged, and the code of a library that asked.
void addOrigin(CsvCells &Row, const Profile &P, std::optional<SiteIndex> Site,
               std::optional<DarkIndex> Dark);

/// The columns `process` and `thread`.
void addThread(CsvCells &Row, const Profile &P, LaneIndex Index);

void addLoop(CsvCells &Row, llvm::StringRef Column, const Profile &P,
             std::optional<LoopIndex> Loop);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_CSV_CSVPARTS_H
