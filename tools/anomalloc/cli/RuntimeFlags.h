//===- RuntimeFlags.h - the runtime's options as flags ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_CLI_RUNTIMEFLAGS_H
#define ANOMALLOC_ANOMALLOC_CLI_RUNTIMEFLAGS_H

#include "anomalloc/Mode.h"
#include "cli/OptionSet.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace anomalloc {

/// The rows of RuntimeOptions.def as flags ("usable_sizes" is --usable-sizes).
/// What the user gives is gathered in \p Gathered, a text like
/// ANOMALLOC_OPTIONS; it must live as long as \p Options.
void addRuntimeFlags(OptionSet &Options, std::string &Gathered);

/// Value of \p Key in a text like ANOMALLOC_OPTIONS ("key=value:key=value",
/// "\:" for a colon), the last one if there are several; if there is none, the
/// default of the runtime.
std::string optionValue(llvm::StringRef Options, llvm::StringRef Key);

/// Adds "key=value" to such a text; colons in \p Value are escaped.
void appendOption(std::string &Options, llvm::StringRef Key,
                  llvm::StringRef Value);

/// Longest value of a text that the runtime takes, in bytes.
constexpr size_t LongestOptionValue = 1023;

/// What the runtime records with such a text.
Mode modeIn(llvm::StringRef Options);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_RUNTIMEFLAGS_H
