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
/// daemons close all, and its number may become another file: each use asks
/// whether it is still the same.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROFILE_KEPTDESCRIPTOR_H
#define ANOMALLOC_RUNTIME_PROFILE_KEPTDESCRIPTOR_H

#include "process/System.h"

namespace anomalloc::runtime {

/// Valid when zeroed: of nothing. A child of fork has it, too, if its memory is
/// not wiped. Not thread-safe; async-signal-safe.
class KeptDescriptor {
public:
  /// Takes \p Fd over, out of the program's way. False, and \p Fd is closed,
  /// where the limit on descriptors leaves too few to the program.
  bool keep(int Fd);
  /// The descriptor; -1 if there is none any more.
  int get() const;
  /// What it was; zero if there never was one.
  const sys::FileId &id() const { return Id; }
  /// Closes it, unless its number is another file's by now.
  void close();

private:
  int Number; ///< 0: none.
  sys::FileId Id;
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROFILE_KEPTDESCRIPTOR_H
