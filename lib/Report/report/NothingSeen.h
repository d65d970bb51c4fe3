//===- NothingSeen.h - a report of no allocations ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_REPORT_NOTHINGSEEN_H
#define ANOMALLOC_REPORT_REPORT_NOTHINGSEEN_H

#include "Report/report/TextReport.h"

namespace anomalloc {

/// Whether \p A has no allocation to show.
bool sawNothing(const Analysis &A);

/// Says, in place of tables, why there is nothing to show and what to do:
/// \code
///   Nothing was allocated: malloc was never called.
/// \endcode
void showNothing(const TextPage &Page);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_NOTHINGSEEN_H
