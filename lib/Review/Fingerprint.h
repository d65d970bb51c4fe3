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

/// Sets the fingerprints of \p Findings. These must be all findings of their
/// files, in the order of their offsets. A fingerprint is the MD5 of four
/// parts, each ended by a zero byte: the check, the path relative to the root,
/// the normalized line, and the ordinal among equal findings in the file. It
/// stays the same when the line moves, and when another line is edited, unless
/// the edit makes the two lines equal.
void setFingerprints(std::vector<Finding> &Findings, const Project &P,
                     const SourceFiles &Files);

} // namespace anomalloc::lint

#endif // ANOMALLOC_REVIEW_FINGERPRINT_H
