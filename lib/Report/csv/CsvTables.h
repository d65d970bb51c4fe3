//===- CsvTables.h - profiles as tables for databases -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes profiles as tables, which DuckDB, pandas or Spark read. Nothing is
/// computed: the rows are the data as they were recorded, and the reader of the
/// tables forms the sums. docs/csv.md describes the columns.
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
  uint64_t Number; ///< The profile's number, from 0 on.
  /// The ids of the sites that were already written, for earlier profiles, too.
  /// So each site has one row in its table.
  std::set<uint64_t> &SitesWritten;
};

struct CsvTable {
  llvm::StringRef Name; ///< The name of the file, without ".csv".
  /// Writes one line for each row. \p Form says whether the line has the values
  /// or the names of the columns.
  void (*Write)(llvm::raw_ostream &OS, const CsvSource &Source, CsvForm Form);
};

llvm::ArrayRef<CsvTable> csvTables();

/// Writes the first line of the file: the names of the columns.
void writeColumns(llvm::raw_ostream &OS, const CsvTable &Table);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_CSV_CSVTABLES_H
