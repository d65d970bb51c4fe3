//===- OutputName.h - where this process writes its profile -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROFILE_OUTPUTNAME_H
#define ANOMALLOC_RUNTIME_PROFILE_OUTPUTNAME_H

#include <stddef.h>

namespace anomalloc::runtime {

constexpr size_t PathSize = 4096;

/// Path of the program's executable; "" if the system does not tell. Any
/// thread, async-signal-safe.
const char *programPath();

/// Rank of this process as the MPI launcher set it in the environment, or null
/// outside MPI.
const char *mpiRank();

/// Writes \p Pattern to \p Path, with %n, %p, %h, %r and %% expanded
/// (RuntimeOptions.def). Makes the path absolute, because a program may change
/// its directory.
void expandOutputName(const char *Pattern, char (&Path)[PathSize]);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROFILE_OUTPUTNAME_H
