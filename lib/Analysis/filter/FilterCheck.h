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

/// Fails if one kind of filter in \p F alone lets nothing of \p P pass: no
/// section has the name, or nobody asked for the size. The error says what \p P
/// has instead. A profile without allocations does not fail, nor do kinds that
/// only together let nothing pass.
llvm::Error checkFilter(const Profile &P, const Filter &F);

/// Checks \p F as checkFilter() does, for a report of stacks: files and
/// functions are those of the levels of stacks. The stacks must have been
/// symbolized. Also fails if a pattern of \p Sites matches no site of \p P.
llvm::Error checkStackFilter(const Profile &P, const Filter &F,
                             llvm::ArrayRef<SitePattern> Sites);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_FILTER_FILTERCHECK_H
