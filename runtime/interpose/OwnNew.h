//===- OwnNew.h - operator new as the standard asks for it ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What stands in for a C++ library's operator new and delete. A C++ library
/// inside the program (-static-libstdc++) has none, where the linker found ours
/// first. Source: [new.delete.single].
///
/// Its exceptions and its new handler are the program's: they are found by weak
/// references, and for a library that was loaded privately, by name.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_INTERPOSE_OWNNEW_H
#define ANOMALLOC_RUNTIME_INTERPOSE_OWNNEW_H

#include "interpose/RealFunctions.h"

namespace anomalloc::runtime {

/// What std::set_new_handler was given last, in the C++ library that TheCaller
/// uses. May be null.
void (*newHandler())();

/// These ask the real malloc and aligned_alloc, then the new handler, again and
/// again. In the end they throw std::bad_alloc, or return null.
void *ownNew(size_t Size);
void *ownNewNothrow(size_t Size, NothrowTag);
void *ownNewAligned(size_t Size, Alignment Align);
void *ownNewAlignedNothrow(size_t Size, Alignment Align, NothrowTag);

template <typename... Hints> void ownDelete(void *Block, Hints...) {
  Real.free(Block);
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_INTERPOSE_OWNNEW_H
