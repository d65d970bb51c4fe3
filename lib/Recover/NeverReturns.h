//===- NeverReturns.h - functions that do not return ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RECOVER_NEVERRETURNS_H
#define ANOMALLOC_RECOVER_NEVERRETURNS_H

#include "llvm/ADT/StringRef.h"

namespace anomalloc::recover {

/// Whether the function of a C or C++ library with the linkage name \p Function
/// never returns. Compilers put no instruction behind a call of it.
bool neverReturns(llvm::StringRef Function);

} // namespace anomalloc::recover

#endif // ANOMALLOC_RECOVER_NEVERRETURNS_H
