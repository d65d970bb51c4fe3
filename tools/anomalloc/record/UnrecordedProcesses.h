//===- UnrecordedProcesses.h - who left no profile --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program may start others with fewer rights, which then cannot write their
/// profile, nor into that of the process that started them. They tell
/// 'anomalloc record' by a datagram to a socket that has no place in the file
/// system: errno, 32 bits. It adds them to those that the program's profile
/// counts, so that whoever reads it knows.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_UNRECORDEDPROCESSES_H
#define ANOMALLOC_ANOMALLOC_RECORD_UNRECORDEDPROCESSES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace anomalloc {

class UnrecordedProcesses {
public:
  /// Opens the socket; without one, nothing is heard.
  UnrecordedProcesses();
  ~UnrecordedProcesses();
  UnrecordedProcesses(const UnrecordedProcesses &) = delete;
  UnrecordedProcesses &operator=(const UnrecordedProcesses &) = delete;

  /// For the runtime's option of that name; "": there is none.
  const std::string &socketName() const { return Name; }

  /// Adds what has come by now.
  void hear();
  /// Writes that into the header of the profile \p Path, whose process has
  /// ended.
  void addTo(llvm::StringRef Path) const;
  uint64_t count() const { return Count; }
  /// Why the last one could not (errno).
  uint32_t error() const { return Error; }

private:
  int Socket;
  std::string Name;
  uint64_t Count = 0;
  uint32_t Error = 0;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_UNRECORDEDPROCESSES_H
