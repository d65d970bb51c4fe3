//===- Fingerprint.h - what stays the same of a finding ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REVIEW_FINGERPRINT_H
#define ANOMALLOC_REVIEW_FINGERPRINT_H

#include "Review/Project.h"
#include "Review/SourceFiles.h"

namespace anomalloc::lint {

/// The line of \p F with every run of white space as one space.
std::string normalizedLine(const Finding &F, const SourceFiles &Files);

/// Sets the fingerprints of \p Findings, which must be all of their files and
/// in the order of their offsets: MD5 of the check, the path relative to the
/// root, the normalized line, and the ordinal among equals in the file, each
/// ended by a zero byte. Moving a line does not change it, nor does an edit of
/// another line, unless that makes one equal to it.
void setFingerprints(std::vector<Finding> &Findings, const Project &P,
                     const SourceFiles &Files);

} // namespace anomalloc::lint

#endif // ANOMALLOC_REVIEW_FINGERPRINT_H
