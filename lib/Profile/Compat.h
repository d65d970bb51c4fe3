//===- Compat.h - the seams between LLVM 19 and 23 --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything that differs between the majors of LLVM that the reader, the lint
/// room and the command line are built for. No other file of theirs looks at
/// LLVM_VERSION_MAJOR to tell majors apart.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_COMPAT_H
#define ANOMALLOC_PROFILE_COMPAT_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace anomalloc::compat {

/// Puts \p Folder in front of a relative \p Path. The function went from
/// sys::fs to sys::path in LLVM 22.
inline void makeAbsolute(const llvm::Twine &Folder,
                         llvm::SmallVectorImpl<char> &Path) {
#if LLVM_VERSION_MAJOR < 22
  llvm::sys::fs::make_absolute(Folder, Path);
#else
  llvm::sys::path::make_absolute(Folder, Path);
#endif
}

} // namespace anomalloc::compat

#endif // ANOMALLOC_PROFILE_COMPAT_H
