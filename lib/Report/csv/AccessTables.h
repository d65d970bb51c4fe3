//===- AccessTables.h - accesses to blocks as CSV ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_CSV_ACCESSTABLES_H
#define ANOMALLOC_REPORT_CSV_ACCESSTABLES_H

#include "Report/csv/CsvTables.h"

namespace anomalloc {

/// What was read and written, by origin, section and size.
void writeAccesses(llvm::raw_ostream &OS, const CsvSource &Source,
                   CsvForm Form);
/// How far into blocks accesses went.
void writeAccessExtents(llvm::raw_ostream &OS, const CsvSource &Source,
                        CsvForm Form);
/// What was read and written of each 8 bytes.
void writeAccessPieces(llvm::raw_ostream &OS, const CsvSource &Source,
                       CsvForm Form);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_CSV_ACCESSTABLES_H
