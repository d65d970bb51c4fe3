//===- VerdictParts.h - what is proved of a site, as text -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_REPORT_VERDICTPARTS_H
#define ANOMALLOC_REPORT_REPORT_VERDICTPARTS_H

#include "Profile/Profile.h"

namespace anomalloc {

/// "freed on every path before the next iteration; could be made once before
/// the loop at mesh.cpp:40; escapes only to norm, which only reads", "freed on
/// every path of the call, but its address is given to keep @ mesh.cpp:41", or,
/// if nothing is proved, "it is returned @ mesh.cpp:44". It is "" if nobody
/// asked.
std::string verdictText(const Site &S, const Profile &P);

/// The same of the blocks that a maker call leaves in the object that it makes.
std::string verdictText(const MakerCall &C);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_VERDICTPARTS_H
