//===- UnrecordedProcesses.h - who left no profile --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program may start others with fewer rights. These cannot write their own
/// profiles, nor into the profile of the process that started them. Each sends
/// a datagram with its errno (32 bits) to a socket of 'anomalloc record'. The
/// socket has no place in the file system. 'anomalloc record' adds the number
/// of these processes to the number in the program's profile. So readers of the
/// profile know of them.
///
/// The ranks of an MPI program tell by the same socket what became of their
/// profiles (anomalloc/Ranks.h).
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_UNRECORDEDPROCESSES_H
#define ANOMALLOC_ANOMALLOC_RECORD_UNRECORDEDPROCESSES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace anomalloc {

class UnrecordedProcesses {
public:
  /// Opens the socket. If that fails, no process is counted.
  UnrecordedProcesses();
  ~UnrecordedProcesses();
  UnrecordedProcesses(const UnrecordedProcesses &) = delete;
  UnrecordedProcesses &operator=(const UnrecordedProcesses &) = delete;

  /// The socket's name, for the runtime's option; "" if there is no socket.
  const std::string &socketName() const { return Name; }

  /// Counts the datagrams that have arrived by now.
  void hear();
  /// Adds the count to the header of the profile \p Path, whose process has
  /// ended.
  void addTo(llvm::StringRef Path) const;
  uint64_t count() const { return Count; }
  /// The errno in the last datagram that was counted.
  uint32_t error() const { return Error; }

  /// Profiles of ranks that were put together.
  struct PutTogether {
    std::string Path;
    uint64_t NumProfiles;
  };
  llvm::ArrayRef<PutTogether> putTogether() const { return Together; }
  /// Whether the profile of a rank is in the file of another rank.
  bool isHandedOn() const { return HandedOn; }

private:
  int Socket;
  std::string Name;
  uint64_t Count = 0;
  uint32_t Error = 0;
  std::vector<PutTogether> Together;
  bool HandedOn = false;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_UNRECORDEDPROCESSES_H
