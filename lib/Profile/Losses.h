//===- Losses.h - why something is not in a profile -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_LOSSES_H
#define ANOMALLOC_PROFILE_LOSSES_H

#include <cstdint>
#include <string>

namespace anomalloc {

/// A message for a user: why a profile could not be begun or could not grow.
/// \p Error is the errno. 0: not known; then the message has the usual reasons.
std::string whyNotWritten(uint32_t Error);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_LOSSES_H
