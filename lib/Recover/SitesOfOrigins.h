//===- SitesOfOrigins.h - dark origins become sites -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A dark origin is the place behind a call of an allocation function. If the
/// call stands in code of the program's own, it is what the pass calls a site.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RECOVER_SITESOFORIGINS_H
#define ANOMALLOC_RECOVER_SITESOFORIGINS_H

#include "Profile/Symbolizer.h"
#include "Recover/CodeOfRun.h"

namespace anomalloc {

/// The sites that were made, by what they were made of.
struct RecoveredSites {
  /// By index of Profile::Dark; none: the origin stays dark.
  std::vector<std::optional<SiteIndex>> OfOrigin;
  bool Any = false;
};

/// Adds a site to \p P for each dark origin in the program's own code. Origins
/// share a site if they have the same lines, columns, functions and callee: the
/// compiler has then copied the call. No count refers to these sites yet, and
/// InlineChain::ChangeFrame is not set.
RecoveredSites addSites(Profile &P, CodeOfRun &Code,
                        const SymbolizeOptions &Options);

/// Moves the counts, lifetimes and stacks of dark origins to their sites.
void chargeSites(Profile &P, const RecoveredSites &Sites);

} // namespace anomalloc

#endif // ANOMALLOC_RECOVER_SITESOFORIGINS_H
