//===- TraceStream.cpp - the file of a trace, and a lane's blocks ---------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trace/TraceStream.h"
#include "interpose/Allocator.h"
#include "process/AddressSpace.h"
#include "process/Process.h"
#include "process/Text.h"
#include "profile/KeptDescriptor.h"
#include <errno.h>

using namespace anomalloc::format;

namespace anomalloc::runtime {

int beginTrace(Process &P, const sys::SignalGuard &) {
  Trace &T = P.Trace;
  const char *Profile = P.File.path();
  if (Text(T.File.Path).add(Profile).add(TraceSuffix).full())
    return -ENAMETOOLONG;
  static KeptDescriptor Kept;
  if (int Error = T.File.create(/*MakeFolder=*/false, Kept))
    return Error;
  void *Memory = nullptr;
  if (int Error = T.File.extend(TraceHeaderSize, Memory)) {
    T.File.remove(); // Empty, and ours.
    return Error;
  }
  auto *Header = static_cast<TraceHeader *>(Memory);
  Header->Version = TraceVersion;
  Header->HeaderSize = TraceHeaderSize;
  Header->Size = TraceHeaderSize;
  Header->StartTime = sys::monotonicTime();
  Header->ProfileTime = P.File.header()->StartTime;
  for (unsigned I = 0; I != sizeof(TraceMagic); ++I)
    Header->Magic[I] = TraceMagic[I];
  T.Live.begin(blockSpacing ? blockSpacing() : 8);
  T.Header = Header;
  return 0;
}

static char *endOfRoom(const TraceWriter &W) {
  // One record, and a time and a thread before it.
  return reinterpret_cast<char *>(W.Block) + W.Block->Size - 2 * TraceLongest;
}

static void setLimit(TraceWriter &W) {
  char *End = endOfRoom(W);
  W.Limit = End - W.At > ptrdiff_t(TraceStretch) ? W.At + TraceStretch : End;
}

/// A lane's first blocks are small: there may be many lanes with few events.
static uint32_t sizeOfNextBlock(const TraceWriter &W) {
  constexpr uint32_t First = 4096;
  return W.Sequence < 8 ? First << W.Sequence : TraceLargest;
}

/// False when the file cannot grow, or there is no memory.
static bool addBlock(Lane &L) {
  TraceWriter &W = L.Traced;
  Process &P = *L.Owner;
  Trace &T = P.Trace;
  if (L.Number >> LiveBlock::RowBits)
    return false;
  sys::SignalGuard Guard;
  if (!W.Places)
    W.Places = static_cast<TraceWriter::Place *>(
        allocateControl(P, Guard, TraceKeys * sizeof(TraceWriter::Place)));
  if (!W.Places)
    return false;
  const uint32_t Size = sizeOfNextBlock(W);
  TraceBlock *Full = W.Block;
  {
    // Blocks are published in the order in which they stand in the file.
    sys::LockGuard Lock(T.GrowLock, Guard);
    void *Memory = nullptr;
    if (T.File.extend(Size, Memory))
      return false;
    W.Block = static_cast<TraceBlock *>(Memory);
    W.Block->Lane = L.Number;
    W.Block->Size = Size;
    W.Block->Sequence = W.Sequence++;
    W.Block->Allocations = W.Made;
    W.Block->Time = W.Time = sys::monotonicTime();
    W.At = reinterpret_cast<char *>(W.Block + 1);
    __atomic_store_n(&W.Block->Magic, TraceBlockMagic, __ATOMIC_RELEASE);
    __atomic_fetch_add(&T.Header->Size, Size, __ATOMIC_RELEASE);
  }
  if (Full)
    giveShared(Full, Full->Size);
  return true;
}

static void tellTime(TraceWriter &W) {
  uint64_t Now = sys::monotonicTime();
  commit(W, putTime(W.At, Now - W.Time));
  W.Time = Now;
}

bool makeRoom(Lane &L) {
  TraceWriter &W = L.Traced;
  if (W.Block && W.At < endOfRoom(W))
    tellTime(W);
  else if (!addBlock(L))
    return false;
  if (W.NewThread) {
    commit(W, putThread(W.At, W.NewThread));
    W.NewThread = 0;
  }
  setLimit(W);
  return true;
}

ANOMALLOC_PRESERVE_MOST void tellTimeOfLarge(TraceWriter &W) {
  tellTime(W);
  setLimit(W);
}

void beginTracing(Lane &L) {
  if (!L.Owner->Trace.Header)
    return;
  L.Traced.NewThread = sys::threadId();
  L.Traced.Limit = nullptr; // It is told before the next event.
  L.Traced.Resized = nullptr;
}

void endTracing(Lane &L) {
  TraceWriter &W = L.Traced;
  if (!W.Block || W.Busy || W.At >= endOfRoom(W))
    return;
  tellTime(W);
  setLimit(W);
}

} // namespace anomalloc::runtime
