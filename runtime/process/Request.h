//===- Request.h - does anybody want a profile? -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An instrumented program writes a profile only on request. There are two
/// ways to ask: ANOMALLOC_OPTIONS in the environment, which `anomalloc record`
/// sets, and options in the program itself (ANOMALLOC_DEFAULT_OPTIONS of
/// anomalloc.h). Where both speak of the same option, the environment wins.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROCESS_REQUEST_H
#define ANOMALLOC_RUNTIME_PROCESS_REQUEST_H

#include <stdint.h>

namespace anomalloc::runtime {

/// True once it is known that this process and its forked children write no
/// profile: every event then ends at once, unrecorded. Only wantProfile() makes
/// it false again.
extern bool Unwanted;

/// The program's own options; "" if it has none. Any thread.
const char *ownOptions();

/// What wantProfile() was given, else the value of ANOMALLOC_OPTIONS in the
/// environment; "" if there is neither.
const char *givenOptions();

/// From now on a profile of this process is wanted, with the options in
/// \p Text, whatever the environment says. Its forked children write none.
/// Returns false, and does nothing, if \p Text has more than 8 KiB. Only one
/// thread at a time may call it.
bool wantProfile(const char *Text);

/// The process for which wantProfile() was called, also in its forked children;
/// 0: it was not called.
uint32_t attachedProcess();

/// Whether a profile was requested: ownOptions() or givenOptions() is not
/// empty, and it is safe to heed them. If not, sets Unwanted.
/// Async-signal-safe, any thread; all threads get the same answer.
bool isWanted();

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROCESS_REQUEST_H
