//===- OwnNew.h - operator new as the standard asks for it ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Replacements for a C++ library's operator new and delete. A C++ library
/// inside the program (-static-libstdc++) lacks these operators if the linker
/// found ours first. Source: [new.delete.single].
///
/// The exceptions and the new handler are those of the program's C++ library.
/// They are found by weak references, or by name if that library was loaded
/// privately.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_INTERPOSE_OWNNEW_H
#define ANOMALLOC_RUNTIME_INTERPOSE_OWNNEW_H

#include "interpose/RealFunctions.h"

namespace anomalloc::runtime {

/// The handler that std::set_new_handler was given last, in the C++ library
/// that the code at TheCaller uses. Null if there is no handler.
void (*newHandler())();

/// These functions call the real malloc or aligned_alloc. As long as that
/// fails, they call the new handler and try again. If there is no handler,
/// ownNew() and ownNewAligned() throw std::bad_alloc, and the nothrow forms
/// return null.
void *ownNew(size_t Size);
void *ownNewNothrow(size_t Size, NothrowTag);
void *ownNewAligned(size_t Size, Alignment Align);
void *ownNewAlignedNothrow(size_t Size, Alignment Align, NothrowTag);

template <typename... Hints> void ownDelete(void *Block, Hints...) {
  Real.free(Block);
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_INTERPOSE_OWNNEW_H
