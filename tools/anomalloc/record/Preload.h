//===- Preload.h - a library before all others ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TOOLS_RECORD_PRELOAD_H
#define ANOMALLOC_TOOLS_RECORD_PRELOAD_H

#include "llvm/ADT/StringRef.h"

namespace anomalloc {

/// Programs that this process starts from now on load \p Library (an absolute
/// path) before what LD_PRELOAD names already. Changes LD_PRELOAD and, for a
/// folder whose name has a space or a colon, LD_LIBRARY_PATH.
void preloadLibrary(llvm::StringRef Library);

} // namespace anomalloc

#endif // ANOMALLOC_TOOLS_RECORD_PRELOAD_H
