//===- OutputPattern.h - which profiles did a run write? --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_OUTPUTPATTERN_H
#define ANOMALLOC_ANOMALLOC_OUTPUTPATTERN_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace anomalloc {

/// Value of \p Key in a text like ANOMALLOC_OPTIONS ("key=value:key=value",
/// "\:" for a colon), the last one if there are several; "" if there is none.
std::string optionValue(llvm::StringRef Options, llvm::StringRef Key);

/// Adds "key=value" to such a text; colons in \p Value are escaped.
void appendOption(std::string &Options, llvm::StringRef Key,
                  llvm::StringRef Value);

/// "%n.%p.anomalloc" as the glob "*.*.anomalloc".
std::string globOfPattern(llvm::StringRef Pattern);

/// Files whose names \p Pattern (RuntimeOptions.def, output) can have given and
/// that processes started after \p Since wrote, in nanoseconds since the epoch;
/// sorted by name.
std::vector<std::string> findProfiles(llvm::StringRef Pattern, uint64_t Since);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_OUTPUTPATTERN_H
