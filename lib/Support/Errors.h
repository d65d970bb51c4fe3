//===- Errors.h - errors that climb with context ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_ERRORS_H
#define ANOMALLOC_SUPPORT_ERRORS_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace anomalloc {

inline llvm::Error makeError(const llvm::Twine &Message) {
  return llvm::make_error<llvm::StringError>(Message,
                                             llvm::inconvertibleErrorCode());
}

/// "<Context>: <what was wrong>". \p E must be a failure.
inline llvm::Error inContext(const llvm::Twine &Context, llvm::Error E) {
  return makeError(Context + ": " + llvm::toString(std::move(E)));
}

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_ERRORS_H
