//===- PerfMap.cpp --------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/PerfMap.h"
#include "process/Process.h"
#include "process/Text.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

void recordPerfMap(Process &P, const sys::SignalGuard &Guard) {
  if (!__atomic_load_n(&P.HasOtherCode, __ATOMIC_RELAXED))
    return;
  char Path[40];
  Text(Path).add("/tmp/perf-").add(uint64_t(sys::processId())).add(".map");
  uint64_t Size;
  const int Fd = sys::openOwnFile(Path, Size);
  if (Fd < 0)
    return;
  constexpr uint64_t MaxPiece = 64 << 10;
  long Got = 1;
  for (uint64_t Left = Size < MaxPerfMap ? Size : MaxPerfMap; Left && Got > 0;) {
    const uint64_t Piece = Left < MaxPiece ? Left : MaxPiece;
    const bool Done = addRecord<RecordHeader>(
        P, Guard, RecordType::PerfMap, sizeof(RecordHeader) + Piece + 1,
        [&](RecordHeader &R) { Got = sys::readFile(Fd, &R + 1, Piece); });
    if (!Done)
      break;
    Left -= Got > 0 ? uint64_t(Got) : 0;
  }
  sys::closeFile(Fd);
}

} // namespace anomalloc::runtime
