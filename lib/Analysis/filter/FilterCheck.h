//===- FilterCheck.h - filters that name nothing ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_FILTER_FILTERCHECK_H
#define ANOMALLOC_ANALYSIS_FILTER_FILTERCHECK_H

#include "Analysis/filter/Filter.h"
#include "Profile/SiteSelection.h"

namespace anomalloc {

/// Fails if a kind of \p F alone lets nothing of \p P pass, and says what there
/// is: a section of another name, a size that nobody asked for. A profile
/// without allocations passes, as do kinds that only together leave nothing.
llvm::Error checkFilter(const Profile &P, const Filter &F);

/// The same for stacks: files and functions are those of their levels, which
/// must have been symbolized. A pattern of \p Sites that means no site of the
/// profile fails, too.
llvm::Error checkStackFilter(const Profile &P, const Filter &F,
                             llvm::ArrayRef<SitePattern> Sites);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_FILTER_FILTERCHECK_H
