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

/// Takes from command lines what clang refuses to understand: GCC has flags of
/// its own (-fanalyzer), and a newer clang has newer ones. It asks clang's
/// driver and frontend, once for each set of flags.
class UnknownFlags {
public:
  /// Takes them from \p Command, which compiles \p File in \p Directory, and
  /// returns them in its order. Thread-safe.
  std::vector<std::string> takeFrom(std::vector<std::string> &Command,
                                    llvm::StringRef File,
                                    llvm::StringRef Directory);

private:
  std::mutex Lock;
  /// By what may matter of a command.
  std::map<std::vector<std::string>, std::vector<std::string>> Known;
};

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_UNKNOWNFLAGS_H
