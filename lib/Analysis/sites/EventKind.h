//===- EventKind.h - site, leading, dark or pool ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_SITES_EVENTKIND_H
#define ANOMALLOC_ANALYSIS_SITES_EVENTKIND_H

#include "Profile/Profile.h"

namespace anomalloc {

enum class EventKind {
  Site,    ///< A heap allocation that its own site counted.
  Leading, ///< A heap allocation in a library, charged to the call into it.
  Dark,    ///< A heap allocation that no site made or led to.
  Pool,    ///< A block of a user's own allocation function: no heap event.
};

inline EventKind kindOf(const Profile &P, const Count &C) {
  if (!C.Site)
    return EventKind::Dark;
  switch (P.site(*C.Site).Family) {
  case SiteFamily::Pool:
    return EventKind::Pool;
  case SiteFamily::Leading:
    return EventKind::Leading;
  case SiteFamily::Heap:
    break;
  }
  return EventKind::Site;
}

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_SITES_EVENTKIND_H
