//===- SafeMoment.h - when a thread may be borrowed -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread that is stopped anywhere may be in the middle of malloc, or of
/// ld.so(8): a call of dlopen(3) would then find half of a list, or wait for a
/// lock that its own thread holds. So a thread is taken only
///
///  * in code of the program, or of a library that neither allocates nor loads;
///  * or in a system call of the C library that these two never make, such as
///    read(2) and poll(2), or that waits for a lock of the program's.
///
/// A thread in the middle of malloc is led on, instruction by instruction,
/// until it is out of it. A signal's handler may have interrupted malloc: so
/// the stack is looked through for what the kernel leaves there.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_SAFEMOMENT_H
#define ANOMALLOC_ANOMALLOC_RECORD_SAFEMOMENT_H

#include "record/ProcessMaps.h"
#include "record/RemoteObject.h"
#include "record/RemoteThread.h"

namespace anomalloc {

class SafeMoment {
public:
  /// \p Library is the C library of the process \p Id.
  SafeMoment(pid_t Id, std::vector<MappedRegion> Regions,
             const RemoteObject &Library);

  /// Stops a thread of the process where it may be borrowed. Tries for at most
  /// \p Seconds.
  llvm::Expected<std::unique_ptr<RemoteThread>> find(int Seconds = 30);

  /// A byte 0xcc in the code of the C library (RemoteThread::returnTo()).
  uint64_t trap() const { return Trap; }

private:
  std::vector<pid_t> threads() const;
  const MappedRegion *regionAt(uint64_t Address) const;
  bool isForbidden(const MappedRegion &R) const;
  bool isSafe(const RemoteState &S) const;
  bool isHandlerSafe(const RemoteThread &T, uint64_t Stack) const;
  bool wasSafe(const RemoteThread &T, const uint64_t *Interrupted) const;
  bool leadOut(RemoteThread &T) const;
  void readLibrary();

  const pid_t Id;
  const std::vector<MappedRegion> Regions;
  RemoteObject::Range PrivateWait; ///< Where glibc waits for its own locks.
  std::string LibraryPath;
  uint64_t Trap = 0;
  uint64_t SignalReturn = 0; ///< Where signals' handlers return to.
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_SAFEMOMENT_H
