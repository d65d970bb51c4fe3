//===- UnknownFlags.h - flags that only another compiler knows --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_UNKNOWNFLAGS_H
#define ANOMALLOC_LINT_UNKNOWNFLAGS_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace anomalloc::lint {

/// Removes the flags that clang refuses from command lines. GCC has flags of
/// its own (-fanalyzer), and a newer clang has newer flags. Asks clang's driver
/// and frontend, once for each set of flags.
class UnknownFlags {
public:
  /// Removes the flags that clang refuses from \p Command, which compiles
  /// \p File in \p Directory. Returns the removed flags. Thread-safe.
  std::vector<std::string> takeFrom(std::vector<std::string> &Command,
                                    llvm::StringRef File,
                                    llvm::StringRef Directory);

private:
  std::mutex Lock;
  /// The refused flags, by the parts of a command that clang's answer may
  /// depend on.
  std::map<std::vector<std::string>, std::vector<std::string>> Known;
};

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_UNKNOWNFLAGS_H
