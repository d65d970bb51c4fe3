//===- Worker.cpp - a thread that replays a lane --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Time is that of the processor, measured over batches of operations. The clock
// stands while a thread waits for the driver or for another thread.
//
//===----------------------------------------------------------------------===//

#include "Replayer/Worker.h"
#include "Replay/Futex.h"
#include "Replayer/BlockOf.h"
#include "Replayer/Served.h"
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

namespace anomalloc {
namespace replay {
namespace {

/// Words of a ring that are done before the driver gets to know.
constexpr uint32_t BatchWords = 2048;
/// From so many bytes on, touching is measured by itself.
constexpr uint64_t LargeTouch = 64 << 10;
constexpr size_t StackSize = 256 << 10;
/// What the built-in allocator hands out, again and again.
constexpr uint64_t NullBytes = 64 << 10;

uint64_t processorTime() {
  timespec T;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &T);
  return uint64_t(T.tv_sec) * 1000000000 + uint64_t(T.tv_nsec);
}

void pauseBriefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

template <bool IsNull> class LaneRunner {
public:
  LaneRunner(SharedState &S, uint32_t Copy, uint32_t LaneNumber, char *NullArea)
      : S(S), L(S.lanes()[LaneNumber]),
        W(S.workers()[Copy * S.Lanes + LaneNumber]), Ring(S.ring(LaneNumber)),
        Table(S.table(Copy)), Arrived(S.Arrived + Copy * Barriers),
        Serving(S, Copy, LaneNumber), Mask(S.RingWords - 1), Touch(S.Touch),
        NullArea(NullArea) {}

  /// Returns where another thread goes on.
  void run() {
    while (true) {
      const uint32_t Tail = waitForWork();
      const uint32_t Begin = Head;
      const uint32_t Most = Tail - Head < BatchWords ? Tail - Head : BatchWords;
      Stopped = TouchTime = 0;
      const uint64_t Start = processorTime();
      while (Head - Begin < Most && !IsAtEnd)
        step();
      W.Nanoseconds += processorTime() - Start - Stopped;
      W.TouchNanoseconds += TouchTime;
      W.Head.store(Head);
      if (S.DriverSleeps.load()) {
        ++S.Progress;
        wakeAll(S.Progress);
      }
      if (IsAtEnd)
        return;
    }
  }

private:
  uint32_t waitForWork() {
    uint32_t Tail = L.Tail.load(std::memory_order_acquire);
    for (unsigned I = 0; I != 64 && Tail == Head; ++I) {
      pauseBriefly();
      Tail = L.Tail.load(std::memory_order_acquire);
    }
    while (Tail == Head) {
      ++L.Sleepers;
      Tail = L.Tail.load();
      if (Tail == Head)
        sleepOn(L.Tail, Tail, 1000);
      --L.Sleepers;
      Tail = L.Tail.load();
    }
    return Tail;
  }

  uint64_t word() { return Ring[Head++ & Mask]; }

  std::atomic<uint64_t> &entry(uint32_t Slot) {
    return *reinterpret_cast<std::atomic<uint64_t> *>(&Table[Slot]);
  }

  /// The clock stands until \p IsThere.
  template <typename Function> void waitUntil(Function IsThere) {
    if (IsThere())
      return;
    ++W.Waits;
    const uint64_t Start = processorTime();
    for (unsigned I = 0; !IsThere(); ++I) {
      if (I < 64)
        pauseBriefly();
      else if (I < 1024)
        sched_yield();
      else
        usleep(50);
    }
    Stopped += processorTime() - Start;
  }

  void waitForBlock(uint32_t Slot, uint64_t Generation) {
    waitUntil([&] {
      uint64_t Word = entry(Slot).load(std::memory_order_acquire);
      return Word >> AddressBits == Generation && (Word & AddressMask);
    });
  }
  void waitForEmpty(uint32_t Slot, uint64_t Generation) {
    waitUntil([&] {
      return entry(Slot).load(std::memory_order_acquire) == Generation
                                                                << AddressBits;
    });
  }

  void step() {
    const uint64_t Op = word();
    const OpKind Kind = OpKind(Op & OpKindMask);
    const uint32_t Slot = uint32_t(Op >> OpSlotShift);
    uint64_t Size = uint32_t(Op) >> OpSizeShift;
    uint64_t Second = 0;
    uint32_t Server = 0;
    if (Op & (OpWaits | OpWide | OpServed)) {
      if (Op & OpServed) {
        Server = uint32_t(Size) & (MostServers - 1);
        Size >>= ServerBits;
      }
      if (Op & (OpWaits | OpWide))
        Second = word();
      if (Op & OpWide)
        Size = Second & AddressMask;
    }
    switch (Kind) {
    case OpKind::Make:
    case OpKind::MakeZeroed:
    case OpKind::MakeSo:
    case OpKind::MakeZeroedSo: {
      const uint64_t How = Kind >= OpKind::MakeSo ? word() : Size;
      if (Op & OpWaits)
        waitForEmpty(Slot, Second >> AddressBits);
      make(Slot, Server, Size, How,
           Kind == OpKind::MakeZeroed || Kind == OpKind::MakeZeroedSo);
      ++W.Operations;
      break;
    }
    case OpKind::Free:
      if (Op & OpWaits)
        waitForBlock(Slot, Second >> AddressBits);
      release(Slot, Server);
      ++W.Operations;
      break;
    case OpKind::Resize: {
      const uint64_t Before = word(), Touched = word();
      if (Op & OpWaits)
        waitForBlock(Slot, Second >> AddressBits);
      resize(Slot, {Server, uint32_t(Before >> AddressBits)}, Size,
             Before & AddressMask, Touched);
      // Two events: a free and an allocation.
      W.Operations += 2;
      break;
    }
    case OpKind::Sync: {
      const uint64_t Target = word();
      if (Size)
        Arrived[Slot].fetch_add(1);
      waitUntil([&] { return Arrived[Slot].load() >= Target; });
      break;
    }
    case OpKind::Thread:
      IsAtEnd = true;
      break;
    case OpKind::Reset:
      if constexpr (!IsNull)
        Serving.reset(Server);
      break;
    }
  }

  void *checked(void *Block, uint64_t Size) {
    if (!Block) {
      if (Size)
        giveUp(S, FailureKind::NoMemory, Size);
      return reinterpret_cast<void *>(NoBytes);
    }
    if (reinterpret_cast<uintptr_t>(Block) > AddressMask)
      giveUp(S, FailureKind::Address, Size);
    return Block;
  }

  void *nullBlock(uint64_t Size) {
    const uint64_t Taken = Size < NullBytes ? (Size + 15) & ~uint64_t(15) : 0;
    if (NullAt + Taken > NullBytes)
      NullAt = 0;
    char *Block = NullArea + NullAt;
    NullAt += Taken;
    return Block;
  }

  /// \p How: as in the second word of OpKind::MakeSo.
  void make(uint32_t Slot, uint32_t Server, uint64_t Size, uint64_t How,
            bool Zeroed) {
    void *Block;
    if constexpr (IsNull)
      Block = nullBlock(Size);
    else if (Server)
      Block = Serving.take(Server, Size),
      Zeroed ? memset(Block, 0, Size) : Block;
    else
      Block = checked(Zeroed ? calloc(1, Size)
                             : blockOf(Size, unsigned(How >> AddressBits)),
                      Size);
    touch(Block, 0, How & AddressMask);
    std::atomic<uint64_t> &E = entry(Slot);
    E.store(E.load(std::memory_order_relaxed) |
                reinterpret_cast<uintptr_t>(Block),
            std::memory_order_release);
  }

  void release(uint32_t Slot, uint32_t Server) {
    std::atomic<uint64_t> &E = entry(Slot);
    const uint64_t Word = E.load(std::memory_order_relaxed);
    if constexpr (!IsNull) {
      if (Server)
        Serving.give(Server, reinterpret_cast<void *>(Word & AddressMask));
      else if ((Word & AddressMask) != NoBytes)
        free(reinterpret_cast<void *>(Word & AddressMask));
    }
    E.store(nextGeneration(Word), std::memory_order_release);
  }

  struct ServerChange {
    uint32_t Now, Before;
  };

  /// Pools and arenas do not resize: a new block, and a copy.
  void *resizeServed(void *Old, ServerChange By, uint64_t Size,
                     uint64_t Before) {
    void *Block =
        By.Now ? Serving.take(By.Now, Size) : checked(malloc(Size), Size);
    if (Old)
      memcpy(Block, Old, Size < Before ? Size : Before);
    if (By.Before)
      Serving.give(By.Before, Old);
    else
      free(Old);
    return Block;
  }

  void resize(uint32_t Slot, ServerChange By, uint64_t Size, uint64_t Before,
              uint64_t Touched) {
    std::atomic<uint64_t> &E = entry(Slot);
    const uint64_t Word = E.load(std::memory_order_relaxed);
    uint64_t Address = Word & AddressMask;
    if (Address == NoBytes)
      Address = 0;
    void *Block;
    if constexpr (IsNull)
      Block = nullBlock(Size);
    else if (By.Now || By.Before)
      Block = resizeServed(reinterpret_cast<void *>(Address), By, Size, Before);
    else if (Size == 0 && Address)
      // realloc(block, 0) may give the block back and return none.
      free(reinterpret_cast<void *>(Address)), Block = checked(malloc(0), 0);
    else
      Block = checked(realloc(reinterpret_cast<void *>(Address), Size), Size);
    if (Touched > Before)
      touch(Block, Before, Touched);
    E.store(nextGeneration(Word) | reinterpret_cast<uintptr_t>(Block),
            std::memory_order_release);
  }

  static uint64_t nextGeneration(uint64_t Word) {
    return ((Word >> AddressBits) + 1) << AddressBits;
  }

  /// Writes the bytes of a new block from \p Begin on.
  void touch(void *Block, uint64_t Begin, uint64_t Size) {
    if (Touch == TouchKind::None || Begin == Size)
      return;
    if (Touch == TouchKind::First)
      Size = Begin < 64 && Size > 64 ? 64 : Begin < 64 ? Size : Begin;
    const bool IsLarge = Size - Begin >= LargeTouch;
    const uint64_t Start = IsLarge ? processorTime() : 0;
    if constexpr (IsNull) {
      // As many bytes, all in the same place.
      for (uint64_t Left = Size - Begin; Left;) {
        uint64_t Room = NullArea + NullBytes - static_cast<char *>(Block);
        uint64_t Some = Left < Room ? Left : Room;
        memset(Block, 1, Some);
        Block = NullArea;
        Left -= Some;
      }
    } else {
      memset(static_cast<char *>(Block) + Begin, 1, Size - Begin);
    }
    if (IsLarge)
      TouchTime += processorTime() - Start;
  }

  SharedState &S;
  Lane &L;
  Worker &W;
  uint64_t *const Ring, *const Table;
  std::atomic<uint64_t> *const Arrived;
  Servers Serving;
  const uint32_t Mask;
  const TouchKind Touch;
  char *const NullArea;
  uint64_t NullAt = 0;
  uint32_t Head = W.Head.load();
  bool IsAtEnd = false;
  // Of the batch.
  uint64_t Stopped = 0, TouchTime = 0;
};

/// A thread, in the memory of the one that started it.
struct Start {
  SharedState *S;
  uint32_t Copy, Lane;
  pthread_t Before;
  bool HasBefore;
};

void *runLane(void *Argument);

bool startThread(const Start &What, pthread_t &Thread) {
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  pthread_attr_setstacksize(&Attributes, StackSize);
  // It lies in a pipe, as it were: the new thread takes it before we go on.
  struct Handed {
    Start What;
    std::atomic<uint32_t> IsTaken{0};
  } It{What};
  const int Error = pthread_create(
      &Thread, &Attributes,
      [](void *Argument) -> void * {
        auto &H = *static_cast<Handed *>(Argument);
        Start Mine = H.What;
        H.IsTaken.store(1);
        return runLane(&Mine);
      },
      &It);
  pthread_attr_destroy(&Attributes);
  while (!Error && !It.IsTaken.load())
    sched_yield();
  return Error == 0;
}

void *runLane(void *Argument) {
  Start &Mine = *static_cast<Start *>(Argument);
  SharedState &S = *Mine.S;
  // What the thread before did at its end comes before what this one does.
  if (Mine.HasBefore)
    pthread_join(Mine.Before, nullptr);
  alignas(64) char Null[NullBytes];
  if (S.IsNull)
    LaneRunner<true>(S, Mine.Copy, Mine.Lane, Null).run();
  else
    LaneRunner<false>(S, Mine.Copy, Mine.Lane, nullptr).run();
  pthread_t After;
  if (!startThread({&S, Mine.Copy, Mine.Lane, pthread_self(), true}, After))
    giveUp(S, FailureKind::NoThread, 0);
  return nullptr;
}

} // namespace

void startLane(SharedState &S, uint32_t Lane) {
  for (uint32_t Copy = 0; Copy != S.Copies; ++Copy) {
    pthread_t Thread;
    if (!startThread({&S, Copy, Lane, {}, false}, Thread))
      giveUp(S, FailureKind::NoThread, 0);
  }
}

void giveUp(SharedState &S, FailureKind Why, uint64_t Size) {
  uint32_t None = uint32_t(FailureKind::None);
  if (S.Failed.compare_exchange_strong(None, uint32_t(Why)))
    S.FailedSize = Size;
  _exit(1);
}

} // namespace replay
} // namespace anomalloc
