//===- SignalHandlers.h - functions that run between others -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_RECORD_SIGNALHANDLERS_H
#define ANOMALLOC_PASS_RECORD_SIGNALHANDLERS_H

namespace llvm {
class Function;
} // namespace llvm

namespace anomalloc {

/// Whether this unit passes \p F to signal() or a similar function, or stores
/// \p F where sigaction() finds the handler of a signal.
bool isSignalHandler(const llvm::Function &F);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_SIGNALHANDLERS_H
