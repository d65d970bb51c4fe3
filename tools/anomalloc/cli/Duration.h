//===- Duration.h - times as people write them ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_CLI_DURATION_H
#define ANOMALLOC_ANOMALLOC_CLI_DURATION_H

#include "cli/OptionSet.h"

namespace anomalloc {

/// Adds an option that takes a time, as "10s", "500ms", "2m", "1h", or seconds
/// alone. \p Milliseconds is at least 1.
void addDuration(OptionSet &O, llvm::StringRef Name, llvm::StringRef Help,
                 std::optional<uint64_t> &Milliseconds);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_DURATION_H
