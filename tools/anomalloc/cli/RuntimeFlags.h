//===- RuntimeFlags.h - the runtime's options as flags ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_CLI_RUNTIMEFLAGS_H
#define ANOMALLOC_ANOMALLOC_CLI_RUNTIMEFLAGS_H

#include "anomalloc/Mode.h"
#include "anomalloc/Sampling.h"
#include "cli/OptionSet.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace anomalloc {

/// Adds the rows of RuntimeOptions.def as flags ("usable_sizes" becomes
/// --usable-sizes). The values that the user gives are added to \p Gathered, a
/// text like ANOMALLOC_OPTIONS. \p Gathered must outlive \p Options.
void addRuntimeFlags(OptionSet &Options, std::string &Gathered);

/// The value of \p Key in a text like ANOMALLOC_OPTIONS ("key=value:key=value",
/// with "\:" for a colon). Of several values, it is the last. If there is none,
/// it is the default of the runtime.
std::string optionValue(llvm::StringRef Options, llvm::StringRef Key);

/// Whether a text like ANOMALLOC_OPTIONS gives \p Key a value.
bool hasOption(llvm::StringRef Options, llvm::StringRef Key);

/// Adds "key=value" to a text like ANOMALLOC_OPTIONS. Colons in \p Value are
/// escaped.
void appendOption(std::string &Options, llvm::StringRef Key,
                  llvm::StringRef Value);

/// The greatest length, in bytes, of a value that the runtime accepts for an
/// option whose value is text.
constexpr size_t LongestOptionValue = 1023;

/// The mode in which the runtime records with a text like ANOMALLOC_OPTIONS.
Mode modeIn(llvm::StringRef Options);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_RUNTIMEFLAGS_H
