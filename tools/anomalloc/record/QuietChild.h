//===- QuietChild.h - ask another program something -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_QUIETCHILD_H
#define ANOMALLOC_ANOMALLOC_RECORD_QUIETCHILD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace anomalloc {

/// Runs \p Program with no other environment than \p Environment, and with
/// \p Input on its standard input. Drops its standard error. Returns its
/// standard output. Returns none if the program could not be run, failed, or
/// took longer than \p Milliseconds; the process has then ended. Leaves no file
/// and no zombie.
std::optional<std::string> askQuietly(const std::string &Program,
                                      llvm::ArrayRef<std::string> Environment,
                                      llvm::StringRef Input, int Milliseconds);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_QUIETCHILD_H
