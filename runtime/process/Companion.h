//===- Companion.h - a process with the memory of this one ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A companion is a process that shares the memory of the program's process,
/// and nothing else. So the memory is still there when the program was killed,
/// or has become another one by exec(3).
///
/// The program does not notice its companion. wait(2) does not tell of it,
/// unless it is asked for clones (__WALL, __WCLONE). Debuggers do not follow
/// it, signals for the program's group do not reach it, and it keeps none of
/// the program's files open.
///
/// All functions but startCompanion() and stopCompanion() are for the companion
/// itself. It has no variables of a thread: it must not call code that has
/// some.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROCESS_COMPANION_H
#define ANOMALLOC_RUNTIME_PROCESS_COMPANION_H

#include "process/System.h"

namespace anomalloc::runtime {
namespace sys {

/// What the program knows of its companion. The kernel sets Word to None when
/// the companion ends before the program. Zeroed: there is none.
struct CompanionState {
  enum : uint32_t { None = 0, Begins = 1, Ready = 2 };
  uint32_t Word;
  uint32_t Id; ///< Its process.
};

/// Starts a companion, which calls \p Main(\p Argument) on the stack that ends
/// at \p StackEnd (a multiple of 16), and waits until it has called
/// tellReady(), or has ended. Returns whether it is ready. \p Main must end by
/// endCompanion().
bool startCompanion(const SignalGuard &, CompanionState &State, void *StackEnd,
                    void (*Main)(void *), void *Argument);

/// Ends the companion, which has nothing left to do. Else it would be the
/// orphan that somebody else has to wait for.
void stopCompanion(const CompanionState &State);

/// Leaves the program's session and folder, and closes all descriptors but
/// \p Fd. Returns false if the kernel cannot do that (before 5.9).
bool standApart(int Fd);
/// Locks the whole file for this process, until it ends: fcntl(2), F_SETLK.
void lockFile(int Fd);
void tellReady(CompanionState &State);
[[noreturn]] void endCompanion();

/// Returns a descriptor for hasEnded(), or a negative errno value.
int watchProcess(uint32_t Id);
/// Waits until the process has ended, all its threads included, or until
/// \p Milliseconds have passed (-1: without end). Returns whether it has ended.
bool hasEnded(int Watched, int Milliseconds);
/// Whether the process \p Id has the same memory as this one. Returns true also
/// if its first thread has ended: then hasEnded() tells of the others. Needs no
/// rights over the process.
bool sharesMemoryWith(uint32_t Id);

} // namespace sys
} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROCESS_COMPANION_H
