//===- UnrecordedProcesses.cpp - who left no profile ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/UnrecordedProcesses.h"
#include "anomalloc/ProfileFormat.h"
#include "anomalloc/Ranks.h"
#include "llvm/ADT/StringExtras.h"
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {

UnrecordedProcesses::UnrecordedProcesses()
    : Socket(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  std::string Wanted =
      "anomalloc." + itostr(getpid()) + "." + utohexstr(std::random_device()());
  sockaddr_un Address = {};
  Address.sun_family = AF_UNIX;
  // A leading NUL: it is no file.
  memcpy(Address.sun_path + 1, Wanted.data(), Wanted.size());
  socklen_t Size = offsetof(sockaddr_un, sun_path) + 1 + Wanted.size();
  if (Socket >= 0 &&
      !bind(Socket, reinterpret_cast<sockaddr *>(&Address), Size))
    Name = Wanted;
}

UnrecordedProcesses::~UnrecordedProcesses() {
  if (Socket >= 0)
    close(Socket);
}

void UnrecordedProcesses::hear() {
  AnomallocRankNote Note = {};
  constexpr ssize_t NoProfile = sizeof(Error);
  for (ssize_t Size;
       (Size = recv(Socket, &Note, sizeof(Note), MSG_DONTWAIT)) >= NoProfile;) {
    if (Size == NoProfile) {
      ++Count;
      memcpy(&Error, &Note, sizeof(Error));
    } else if (!Note.NumProfiles) {
      HandedOn = true;
    } else {
      Note.Path[sizeof(Note.Path) - 1] = 0;
      Together.push_back({Note.Path, Note.NumProfiles});
    }
  }
}

/// Its forked children may live on, and count there as well.
void UnrecordedProcesses::addTo(StringRef Path) const {
  int File =
      Count ? open(Path.str().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW) : -1;
  if (File < 0)
    return;
  void *Begin = mmap(nullptr, sizeof(format::FileHeader),
                     PROT_READ | PROT_WRITE, MAP_SHARED, File, 0);
  close(File);
  if (Begin == MAP_FAILED)
    return;
  auto &Header = *static_cast<format::FileHeader *>(Begin);
  __atomic_fetch_add(&Header.UnrecordedChildren, Count, __ATOMIC_RELAXED);
  __atomic_store_n(&Header.ChildrenError, Error, __ATOMIC_RELAXED);
  munmap(Begin, sizeof(format::FileHeader));
}

} // namespace anomalloc
