//===- Loader.h - one file for every major of LLVM --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LOADER_LOADER_H
#define ANOMALLOC_LOADER_LOADER_H

namespace anomalloc::loader {

/// Returns the handle of the file for the host's LLVM. The loader opens this
/// file while the loader itself is being loaded. Returns null in a program
/// without LLVM. If no file fits, the loader has ended the program already.
void *loaded();

} // namespace anomalloc::loader

#endif // ANOMALLOC_LOADER_LOADER_H
