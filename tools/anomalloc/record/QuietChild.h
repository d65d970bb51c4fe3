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

/// Runs \p Program with nothing but \p Environment, \p Input on its standard
/// input and its standard error swallowed, and returns what it printed. None if
/// it could not be run, failed, or took longer than \p Milliseconds; it is gone
/// then. Leaves no file and no zombie.
std::optional<std::string> askQuietly(const std::string &Program,
                                      llvm::ArrayRef<std::string> Environment,
                                      llvm::StringRef Input, int Milliseconds);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_QUIETCHILD_H
