//===- RemoteThread.h - a thread of another process, in our hand *- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stops one thread of another process by ptrace(2), and lets it call functions
/// there. The other threads run on. Of the stopped thread all registers are
/// kept, and its signal mask; when it is released, it goes on as if nothing had
/// been. A system call in which it waited is begun again.
///
/// Only for x86-64. Not thread-safe: ptrace(2) binds the stopped thread to the
/// thread that stopped it.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_REMOTETHREAD_H
#define ANOMALLOC_ANOMALLOC_RECORD_REMOTETHREAD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <csignal>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace anomalloc {

/// Where a stopped thread is.
struct RemoteState {
  uint64_t Pc = 0;
  uint64_t Stack = 0; ///< The stack pointer.
  int64_t Call = -1;  ///< The number of its system call; -1: in none.
};

class RemoteThread {
public:
  /// Stops the thread \p Thread of the process \p Id. Null if the thread has
  /// ended, or does not stop within a second. An error says why it may not be
  /// stopped.
  static llvm::Expected<std::unique_ptr<RemoteThread>> stop(pid_t Id,
                                                            pid_t Thread);
  /// Releases the thread, and leaves it as it was.
  ~RemoteThread();

  RemoteState state() const;
  /// Runs one instruction of the program's. False if something else came.
  bool step();

  /// Where the process has a byte 0xcc in its code, the instruction int3: a
  /// call returns to it. To be set before call().
  void returnTo(uint64_t Trap) { ReturnAddress = Trap; }
  /// From now on calls run on the stack that ends at \p End, and no longer
  /// below that of the thread.
  void useStack(uint64_t End) { OwnStack = End; }
  /// Calls the function at \p Function with up to six integers, and returns
  /// what it returned. Waits at most \p Seconds.
  llvm::Expected<uint64_t>
  call(uint64_t Function, llvm::ArrayRef<uint64_t> Arguments, int Seconds = 20);

  /// Copies memory of the process. False if there is none.
  bool read(uint64_t From, void *To, size_t Size) const;
  bool write(uint64_t To, const void *From, size_t Size) const;
  /// The text at \p From up to its NUL, at most 4 KiB.
  std::string readText(uint64_t From) const;

private:
  RemoteThread(pid_t Id, pid_t Thread);
  enum class Stop { Interrupted, Gone, TimedOut };
  Stop waitForStop(int Milliseconds, int &Status);
  bool save();
  bool restart();
  void restore();
  llvm::Error waitForReturn(int Seconds);
  bool hasPendingSignal() const;

  const pid_t Id, Thread;
  struct Registers;
  std::unique_ptr<Registers> Saved;
  uint64_t ReturnAddress = 0, OwnStack = 0;
  /// A signal that came meanwhile and is delivered at the end; 0: none.
  int Signal = 0;
  bool Gone = false;
  bool Changed = false; ///< Its registers are not the program's.
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_REMOTETHREAD_H
