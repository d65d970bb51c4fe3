//===- Loader.h - one file for every major of LLVM --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LOADER_LOADER_H
#define ANOMALLOC_LOADER_LOADER_H

namespace anomalloc::loader {

/// The handle of the file for the host's LLVM, loaded as the loader itself was;
/// null in a program without LLVM. Where none fits the loader has ended the
/// program already.
void *loaded();

} // namespace anomalloc::loader

#endif // ANOMALLOC_LOADER_LOADER_H
