//===- FileTransfer.cpp - a file from rank to rank ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mpi/FileTransfer.h"
#include "process/System.h"
#include <errno.h>
#include <sys/stat.h>

namespace anomalloc::runtime {

static char Piece[1 << 20];

uint64_t sizeOfFile(const char *Path) {
  struct stat Its;
  return stat(Path, &Its) ? 0 : uint64_t(Its.st_size);
}

/// Calls \p Move for each piece of \p Size bytes with the piece's size.
template <typename Mover> static void forEachPiece(uint64_t Size, Mover Move) {
  while (Size) {
    const size_t Now = Size < sizeof(Piece) ? size_t(Size) : sizeof(Piece);
    Move(Now);
    Size -= Now;
  }
}

void sendFile(Mpi &M, int To, const char *Path, uint64_t Size) {
  const int Fd = sys::openForReading(Path);
  char IsGood = Fd >= 0;
  forEachPiece(Size, [&](size_t Now) {
    for (size_t At = 0; IsGood && At != Now;) {
      const long Got = sys::readFile(Fd, Piece + At, Now - At);
      IsGood = Got > 0;
      At += IsGood ? size_t(Got) : 0;
    }
    M.send(To, Piece, Now);
  });
  M.give(To, IsGood);
  if (Fd >= 0)
    sys::closeFile(Fd);
}

bool receiveFile(Mpi &M, int From, const char *Path, uint64_t Size, Text &Why) {
  sys::removeFile(Path);
  const int Fd = sys::createFile(Path);
  int Error = Fd < 0 ? Fd : sys::reserve(Fd, 0, Size);
  forEachPiece(Size, [&](size_t Now) {
    M.receive(From, Piece, Now);
    for (size_t At = 0; !Error && At != Now;) {
      const long Done = sys::writeFile(Fd, Piece + At, Now - At);
      Error = Done > 0 ? 0 : Done ? int(Done) : -ENOSPC;
      At += Done > 0 ? size_t(Done) : 0;
    }
  });
  char WasRead = 0;
  M.receive(From, &WasRead, 1);
  if (Fd >= 0)
    sys::closeFile(Fd);
  if (!Error && WasRead)
    return true;
  sys::removeFile(Path);
  if (Error)
    Why.add("cannot write ").add(Path).add(": ").add(sys::meaningOf(Error));
  else
    Why.add("a rank could not read its profile");
  return false;
}

} // namespace anomalloc::runtime
