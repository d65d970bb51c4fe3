//===- SiteList.h - the compiler's view of the sites ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_REPORT_SITELIST_H
#define ANOMALLOC_REPORT_REPORT_SITELIST_H

#include "Profile/Profile.h"
#include "Report/text/TextStyle.h"

namespace anomalloc {

/// Writes one line for each site, in the order of files and lines, and with
/// \p WithVerdicts another one: what the compiler proved of it. Then also the
/// calls of makers that were judged.
void writeTextSiteList(llvm::raw_ostream &OS, const Profile &P,
                       const TextStyle &Style, bool WithVerdicts);

/// Writes the sites and the maker calls as `anomalloc schema sites` describes
/// them: with those keys of a report that the compiler knows.
void writeJsonSiteList(llvm::raw_ostream &OS, const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_SITELIST_H
