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

/// The version of a report as JSON. The number rises when a key is removed or
/// changes its meaning. New keys may come within a version.
inline constexpr int JsonReportVersion = 1;

/// Writes \p A as `anomalloc schema report` describes it: the keys of the views
/// that are named in \p Only, or of all views if \p Only is empty. An id is 16
/// hexadecimal digits. Names are UTF-8; other bytes in them are replaced. No
/// number is infinite or NaN.
void writeJsonReport(llvm::raw_ostream &OS, const Analysis &A,
                     const std::set<std::string> &Only = {});

/// Writes the lifetimes of a report as `anomalloc schema lifetimes` describes
/// them. A report has a row for each section and size of a site. Here, each
/// site has only one row.
void writeJsonPlacesOfLifetimes(llvm::raw_ostream &OS, const Analysis &A);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_JSONREPORT_H
