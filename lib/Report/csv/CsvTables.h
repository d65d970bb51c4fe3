//===- CsvTables.h - profiles as tables for databases -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes profiles as tables, which DuckDB, pandas or Spark read. Nothing is
/// computed: a row is what was recorded, so sums are the reader's. docs/csv.md
/// describes the columns.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_CSV_CSVTABLES_H
#define ANOMALLOC_REPORT_CSV_CSVTABLES_H

#include "Profile/Profile.h"
#include "Report/csv/CsvRow.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace anomalloc {

/// One profile of those that are written together.
struct CsvSource {
  const Profile &P;
  uint64_t Number; ///< Of the profile, from 0 on.
  /// Ids of the sites of earlier profiles; each stands in its table once.
  std::set<uint64_t> &SitesWritten;
};

struct CsvTable {
  llvm::StringRef Name; ///< That of its file, without ".csv".
  /// A line for each row, with its values or the names of its columns.
  void (*Write)(llvm::raw_ostream &OS, const CsvSource &Source, CsvForm Form);
};

llvm::ArrayRef<CsvTable> csvTables();

/// The first line of the file.
void writeColumns(llvm::raw_ostream &OS, const CsvTable &Table);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_CSV_CSVTABLES_H
