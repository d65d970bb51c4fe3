//===- LifetimeParts.h - what views of lifetimes share ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_REPORT_LIFETIMEPARTS_H
#define ANOMALLOC_REPORT_REPORT_LIFETIMEPARTS_H

#include "Report/report/TextReport.h"
#include "Report/text/TextTable.h"

namespace anomalloc {

/// The width, in columns, of the space before a text below a row. The text
/// begins behind the row's rank. \p Shown is the highest rank.
size_t indentBelowRank(size_t Shown);

/// Adds notes below the row \p R. If its place is in library code, the first
/// note gives the lines that led to it. The last note gives the site or, for a
/// dark row, the function and the library.
void addPlaceOf(const LifetimeTable::Row &R, TextTable &Table,
                const TextPage &Page, size_t Indent);

/// Prints "Title   remark" and returns true. If there are no lifetimes at all,
/// prints "Title" and the reason, and returns false.
bool showLifetimeHeading(const TextPage &Page, const llvm::Twine &Title,
                         const llvm::Twine &Remark);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_LIFETIMEPARTS_H
