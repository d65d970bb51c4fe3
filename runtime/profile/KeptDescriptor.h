//===- KeptDescriptor.h - a descriptor that stays open ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program may give up the right to open its profile: it changes its user or
/// its root folder. So the descriptor stays open. The program may close it, as
/// daemons close all descriptors, and the number may then become another
/// file's. So each use checks that the descriptor still names the same file.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROFILE_KEPTDESCRIPTOR_H
#define ANOMALLOC_RUNTIME_PROFILE_KEPTDESCRIPTOR_H

#include "process/System.h"

namespace anomalloc::runtime {

/// When zeroed, keeps no descriptor. A child of fork has the descriptor, too,
/// if the memory of this object is not wiped. Not thread-safe;
/// async-signal-safe.
class KeptDescriptor {
public:
  /// Takes over \p Fd: copies it to a number that the program does not get
  /// (sys::moveAside), and closes \p Fd. Returns false if that fails, as when
  /// the program may have only few descriptors.
  bool keep(int Fd);
  /// Takes over \p Fd as it is.
  void use(int Fd);
  /// The descriptor; -1 if there is none any more.
  int get() const;
  /// The file that the descriptor was opened for; zero if there never was one.
  const sys::FileId &id() const { return Id; }
  /// Closes the descriptor, unless its number is another file's by now.
  void close();

private:
  int Number; ///< 0: none.
  sys::FileId Id;
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROFILE_KEPTDESCRIPTOR_H
