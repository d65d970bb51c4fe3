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

/// Makes all programs that this process starts from now on load \p Library. It
/// is an absolute path, and goes before the libraries that LD_PRELOAD already
/// names. Changes LD_PRELOAD. If the library's folder has a space or a colon in
/// its name, also changes LD_LIBRARY_PATH.
void preloadLibrary(llvm::StringRef Library);

} // namespace anomalloc

#endif // ANOMALLOC_TOOLS_RECORD_PRELOAD_H
