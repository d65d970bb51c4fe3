//===- Early.h - functions for code that runs too early ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_ACCESS_LIBRARY_EARLY_H
#define ANOMALLOC_RUNTIME_ACCESS_LIBRARY_EARLY_H

namespace anomalloc::runtime {

/// A function of ours that does what the C library's \p Name does, for calls
/// that come before ld.so(8) has told where that is: a function that chooses
/// another one (IFUNC) may copy, fill, measure and compare. Null: there is
/// none.
void *early(const char *Name);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_ACCESS_LIBRARY_EARLY_H
