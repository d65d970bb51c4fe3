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

/// Columns before the text below a rank of a list that ends at \p Shown.
size_t indentBelowRank(size_t Shown);

/// Notes below a row: the lines that led there, if it is in library code, and
/// its site, or its dark function and library.
void addPlaceOf(const LifetimeTable::Row &R, TextTable &Table,
                const TextPage &Page, size_t Indent);

/// "Title   remark"; or "Title" and why there are no lifetimes at all: false.
bool showLifetimeHeading(const TextPage &Page, const llvm::Twine &Title,
                         const llvm::Twine &Remark);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_LIFETIMEPARTS_H
