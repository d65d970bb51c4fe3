//===- Mpi.h - the MPI library of the program -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls the MPI library that the program has loaded, whichever it is, and by
/// its PMPI names. No header of MPI is needed. All is for one thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_MPI_MPI_H
#define ANOMALLOC_RUNTIME_MPI_MPI_H

#include <stddef.h>
#include <stdint.h>

namespace anomalloc::runtime {

/// A point in time, in nanoseconds of sys::monotonicTime().
using Deadline = uint64_t;
constexpr Deadline Never = ~uint64_t(0);

class Mpi {
public:
  /// A pointer, or a number of 32 bits: then the upper half is zero.
  using Handle = uintptr_t;

  /// Finds the library that the code at \p Caller uses. False if it cannot be
  /// called, or is not between MPI_Init and MPI_Finalize.
  bool find(const void *Caller);
  int rank() const { return Rank; }
  int size() const { return Size; }

  /// Makes a communicator that is ours alone. All ranks must call it. False if
  /// not all have done so until \p Until; then no more may be called. Nothing
  /// that the program sends or receives is touched, also if others never call.
  bool join(Deadline Until);
  void leave();

  /// Waits until a message of the rank \p From is there. Sleeps meanwhile: the
  /// processor may be needed by another rank. False if it has not come by
  /// \p Until.
  bool await(int From, Deadline Until) const;
  /// \p Size bytes are at most 1 MiB. A rank that sends much waits before for a
  /// word that the other receives now.
  void send(int To, const void *Bytes, size_t Size);
  void receive(int From, void *Bytes, size_t Size);
  /// As await() without end and receive().
  template <typename T> void take(int From, T &Word) {
    await(From, Never);
    receive(From, &Word, sizeof(Word));
  }
  template <typename T> void give(int To, const T &Word) {
    send(To, &Word, sizeof(Word));
  }

  uint64_t bytesReceived() const { return Received; }

private:
  struct Functions {
#define ANOMALLOC_MPI_FUNCTION(Name, Parameters) int(*Name) Parameters;
#include "mpi/MpiFunctions.def"
  };
  bool findHandles(const void *Caller);

  Functions Call;
  Handle World, Byte, Ours;
  int Rank, Size;
  uint64_t Received;
};

/// Sleeps longer and longer, from 20 microseconds to 10 milliseconds.
class Sleeper {
public:
  void sleep();

private:
  uint32_t Microseconds = 20;
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_MPI_MPI_H
