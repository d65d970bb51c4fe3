//===- JsonReport.h - a report for programs ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_REPORT_JSONREPORT_H
#define ANOMALLOC_REPORT_REPORT_JSONREPORT_H

#include "Analysis/Analysis.h"
#include "llvm/Support/raw_ostream.h"
#include <set>
#include <string>

namespace anomalloc {

/// The version of docs/report.schema.json. Raised when a key goes or changes
/// its meaning; new keys may come within a version.
inline constexpr int JsonReportVersion = 1;

/// Writes \p A as docs/report.schema.json says: the keys of the views that are
/// named in \p Only, or all if it is empty. Ids are 16 hexadecimal digits,
/// names are UTF-8 (what is not, is replaced), no number is infinite or NaN.
void writeJsonReport(llvm::raw_ostream &OS, const Analysis &A,
                     const std::set<std::string> &Only = {});

/// docs/lifetimes.schema.json: what a report says of lifetimes, without their
/// rows: one for each site, in place of one for each of its sections and sizes.
void writeJsonPlacesOfLifetimes(llvm::raw_ostream &OS, const Analysis &A);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_JSONREPORT_H
