//===- Allocator.h - which allocator is in use ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Absent (null) in the library without interposition.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_INTERPOSE_ALLOCATOR_H
#define ANOMALLOC_RUNTIME_INTERPOSE_ALLOCATOR_H

#include <stddef.h>

namespace anomalloc::runtime {

/// Bytes that the program may use of \p Block, by the word of the allocator
/// that made it (malloc_usable_size(3)); 0: it cannot be asked. Any thread,
/// async-signal-safe as far as the allocator is.
__attribute__((weak)) size_t usableSize(const void *Block);

/// No two blocks of the allocator begin within so many bytes: 8, or for glibc's
/// 32, its smallest chunk (MINSIZE of malloc.c). Async-signal-safe.
__attribute__((weak)) unsigned blockSpacing();

/// Path of the object that gives the real malloc; "" while it is not known.
__attribute__((weak)) const char *allocatorPath();

/// Makes it known, and with it all real functions that are there. Takes the
/// dynamic loader's lock.
__attribute__((weak)) void findAllocator();

/// Whether calls of malloc come to ours whoever calls: not if an allocator
/// stands before us, as the C library does where we came by dlopen(3). Any
/// thread.
__attribute__((weak)) bool seesOthers();

/// Whether the program's calls of malloc and free come to ours, and to no other
/// allocator before. Any thread.
__attribute__((weak)) bool seesHeap();

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_INTERPOSE_ALLOCATOR_H
