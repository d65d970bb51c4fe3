//===- Allocator.h - which allocator is in use ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of this file are absent (null) in the library without
/// interposition.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_INTERPOSE_ALLOCATOR_H
#define ANOMALLOC_RUNTIME_INTERPOSE_ALLOCATOR_H

#include <stddef.h>

namespace anomalloc::runtime {

/// The bytes of \p Block that the program may use, as told by the allocator
/// that made it (malloc_usable_size(3)). 0 if the allocator cannot be asked.
/// Any thread, async-signal-safe as far as the allocator is.
__attribute__((weak)) size_t usableSize(const void *Block);

/// The least distance in bytes between the beginnings of two blocks of the
/// allocator. It is 32 for glibc, the size of its smallest chunk (MINSIZE of
/// malloc.c), else 8. Async-signal-safe.
__attribute__((weak)) unsigned blockSpacing();

/// Path of the object that gives the real malloc; "" while it is not known.
__attribute__((weak)) const char *allocatorPath();

/// Finds the allocator of the process, and looks up the real functions
/// (RealFunctions.h) that are loaded by now. Takes the dynamic loader's lock.
__attribute__((weak)) void findAllocator();

/// Whether the malloc calls of all objects come to our malloc. They do not if
/// an allocator stands before us. The C library stands before us if we were
/// loaded by dlopen(3). Any thread.
__attribute__((weak)) bool seesOthers();

/// Whether the program's calls of malloc and free come to our functions before
/// any other allocator gets them. Any thread.
__attribute__((weak)) bool seesHeap();

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_INTERPOSE_ALLOCATOR_H
