//===- SiteWords.h - which entry has a site, or why none --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_SITEWORDS_H
#define ANOMALLOC_ANALYSIS_CHANGES_SITEWORDS_H

#include "Analysis/changes/ChangeList.h"

namespace anomalloc {

/// Fills OfSite of \p To, whose entries are complete.
void addWords(ChangeList &To, const FindingContext &Context);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_SITEWORDS_H
