//===- AllocatorNames.h - what an allocator makes ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_ALLOCATORNAMES_H
#define ANOMALLOC_SUPPORT_ALLOCATORNAMES_H

#include "llvm/ADT/StringRef.h"

namespace anomalloc {

/// The T of `std::allocator<T>::allocate(...)`, `std::make_unique<T>(...)` and
/// their kin, "" if \p Demangled is not of that form.
llvm::StringRef typeOfAllocatorFunction(llvm::StringRef Demangled);

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_ALLOCATORNAMES_H
