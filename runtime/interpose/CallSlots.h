//===- CallSlots.h - whom loaded objects call -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An object calls the functions of others through words that ld.so(8) fills in
/// (global offset table). If we are loaded into a running program, these words
/// lead past us, so we change them. Addresses of functions that stand anywhere
/// else stay as they are, as in a table of the program's.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_INTERPOSE_CALLSLOTS_H
#define ANOMALLOC_RUNTIME_INTERPOSE_CALLSLOTS_H

namespace anomalloc::runtime {

/// Makes all objects that are loaded now call our allocation functions, and
/// dlclose(3), where they call the real ones. With \p FreesToo also those that
/// free. Each word is changed in one step, so other threads may run. Takes a
/// lock of the dynamic loader. Returns false if the system does not let some
/// words be changed.
bool leadCallsToUs(bool FreesToo);

/// Makes all objects call the real functions where they call ours. So a word
/// that was not filled in before is now.
void leadCallsToReal();

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_INTERPOSE_CALLSLOTS_H
