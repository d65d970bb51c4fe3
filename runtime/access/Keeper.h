//===- Keeper.h - who sums up when the program cannot -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What was read and written of a block that lives stands in the windows, which
/// are no part of the profile. A program that is killed, that ends by _exit(2),
/// or that becomes another one by exec(3) does not come to sum it up. The
/// keeper does it then: a process that shares the program's memory
/// (Companion.h), and waits until the program has left it.
///
/// The profile is locked until the keeper has done its work: see fcntl(2),
/// F_GETLK. 'anomalloc record' waits for that.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_ACCESS_KEEPER_H
#define ANOMALLOC_RUNTIME_ACCESS_KEEPER_H

#include "process/System.h"

namespace anomalloc::runtime {

struct Process;

/// Starts the keeper of \p P, which counts accesses, unless it was started
/// before. Any thread.
void beginKeeper(Process &P, const sys::SignalGuard &Guard);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_ACCESS_KEEPER_H
