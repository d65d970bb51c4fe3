//===- SharedState.h - what driver and replayer share -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The memory that the driver (Replay.h) and the program that replays
/// (Replayer/Main.cpp) share. Both are of one build. No LLVM here: the replayer
/// links nothing but the C library.
///
/// \code
///   SharedState
///   Lane[Lanes]              how far the driver has filled each ring
///   Worker[Copies * Lanes]   how far each thread is, and what it measured
///   uint64_t[Lanes * RingWords]   the rings: operations
///   uint64_t[Copies * Slots]      the table: which block is where
///   PoolPart[Copies * Lanes * Pools], Arena[Copies * Arenas]
///   Question[...]            in place of the rings, when these are done
/// \endcode
///
/// A *slot* stands for a block. The slot's word in the table holds the block's
/// address, or 0 if there is no block. The bits above the address hold the
/// slot's *generation*: how many blocks the slot stood for before. A thread
/// that needs a block of another thread waits for the block's generation.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_SHAREDSTATE_H
#define ANOMALLOC_REPLAY_SHAREDSTATE_H

#include <atomic>
#include <stdint.h>

namespace anomalloc {
namespace replay {

/// The file descriptor that the replayer has for the shared memory.
inline constexpr int SharedDescriptor = 3;

/// Addresses of programs have at most 47 bits.
inline constexpr unsigned AddressBits = 47;
inline constexpr uint64_t AddressMask = (uint64_t(1) << AddressBits) - 1;
inline constexpr uint32_t GenerationMask = (1u << (64 - AddressBits)) - 1;
/// Stands in the table as the address if an allocator gave no block for 0
/// bytes.
inline constexpr uint64_t NoBytes = 1;

/// Operations are words of 64 bits:
/// \code
///   bits 0-3    OpKind
///   bit 4       Waits: for the generation in the next word
///   bit 5       Wide: the size is in the next word
///   bit 6       Served: the server stands in the lowest bits of the size
///   bits 7-31   size, if it is not Wide
///   bits 32-63  slot
/// \endcode
/// A *server* makes the block: server 0 is the allocator, then come the pools,
/// then the arenas. The second word, if there is one, has the generation above
/// AddressBits and the size below. Some kinds have further words, as their
/// comments say.
enum class OpKind : uint8_t {
  Make,
  MakeZeroed,
  MakeSo, ///< One word more: the bytes to touch; above AddressBits, the power
          ///< of two of the alignment, or 0.
  MakeZeroedSo, ///< As MakeSo.
  Free,
  Resize, ///< Two words more. The first has the old size, and above
          ///< AddressBits the old server. The second has the bytes to touch.
  Sync,   ///< Slot is the barrier. Size is 1 if the lane arrives. One word
          ///< more: the number of arrivals to wait for.
  Thread, ///< The thread ends; a new thread goes on with the lane.
  Reset,  ///< Frees all blocks of the server, which is an arena.
};
inline constexpr uint64_t OpKindMask = 15;
inline constexpr uint64_t OpWaits = 1 << 4;
inline constexpr uint64_t OpWide = 1 << 5;
inline constexpr uint64_t OpServed = 1 << 6;
inline constexpr unsigned OpSizeShift = 7;
inline constexpr unsigned ServerBits = 12;
inline constexpr uint32_t MostServers = 1u << ServerBits;
inline constexpr uint64_t OpSizeLimit = uint64_t(1) << (32 - OpSizeShift);
inline constexpr unsigned OpSlotShift = 32;
inline constexpr uint64_t OpMostWords = 4;

inline constexpr unsigned Barriers = 4;

/// A pool of slots of one size. Each thread uses slots of its own. A block that
/// another thread frees comes back to the thread that made it.
struct Pool {
  uint32_t Size;     ///< Of a block.
  uint32_t SlotSize; ///< A multiple of 8; a link fits in.
  uint32_t IsShared; ///< Other threads free its blocks, too.
};
inline constexpr unsigned MostPools = 64;
inline constexpr uint64_t LargestPooled = 4096;

/// The part of a pool that one lane uses. All members are zero at first.
struct alignas(64) PoolPart {
  void *Free;        ///< The first slot of the list of free slots.
  char *Next, *End;  ///< Slots that were never used.
  char *Slab, *Last; ///< Slabs that were never used, of a shared pool.
  uint64_t Slots;    ///< Slots that were cut so far.
  /// The list of slots that other threads freed.
  alignas(64) std::atomic<void *> Returned;
};

/// Places blocks one behind the other. All members are zero at first.
struct alignas(64) Arena {
  char *Next, *End;
  void *Newest; ///< The newest chunk.
  uint64_t Resets;
};

enum class TouchKind : uint32_t { None, First, All };

/// Why a replayer gave up.
enum class FailureKind : uint32_t {
  None,
  NoMemory, ///< The allocator gave no block of FailedSize bytes.
  Address,  ///< An address from the allocator has more than AddressBits bits.
  NoThread, ///< No thread could be started.
  NoState,  ///< The shared memory could not be mapped.
};

/// The requests of the driver between operations.
enum class Command : uint32_t { None, Statistics, UsableSizes, Leave };

struct alignas(64) Lane {
  /// Words put into the ring so far. Wraps.
  std::atomic<uint32_t> Tail;
  /// Threads that sleep until Tail changes.
  std::atomic<uint32_t> Sleepers;
};

struct alignas(64) Worker {
  /// Words of the ring that are done. Wraps.
  std::atomic<uint32_t> Head;
  uint32_t Unused;
  uint64_t Operations; ///< Done so far; valid even after a crash.
  /// Processor time of this thread, without waiting.
  uint64_t Nanoseconds;
  /// The part of Nanoseconds in which large blocks were touched.
  uint64_t TouchNanoseconds;
  /// How often this thread waited for another thread.
  uint64_t Waits;
};

/// A question to the allocator: how many bytes it hands out for a size and an
/// alignment. AlignmentBits is the alignment's power of two, or 0. Usable is
/// the answer.
struct Question {
  uint64_t Size;
  uint64_t AlignmentBits;
  uint64_t Usable;
};

inline constexpr unsigned TextSize = 16 << 10;

struct alignas(64) SharedState {
  // Set before the replayer starts.
  uint64_t Size;
  uint32_t Lanes;
  uint32_t Copies;
  uint32_t RingWords; ///< A power of 2.
  uint64_t Slots;
  uint32_t Pools, Arenas;
  uint64_t WorkersAt, RingsAt, TableAt, PartsAt, ArenasAt; ///< Offsets.
  Pool PoolOf[MostPools];
  TouchKind Touch;
  uint32_t IsNull; ///< The built-in allocator that keeps nothing.
  uint32_t NoHugePages;
  int32_t Driver; ///< The driver's process id.

  /// The replayer sets it when it is ready for operations.
  std::atomic<uint32_t> IsReady;
  /// The number of lanes whose threads the replayer shall run. It only grows.
  std::atomic<uint32_t> Wanted;
  /// The driver asks by increasing Asked. The answer is there when Answered is
  /// equal to Asked.
  std::atomic<uint32_t> Asked, Answered;
  Command What;
  uint32_t Questions;
  /// Changes when a thread has done work while the driver sleeps.
  std::atomic<uint32_t> Progress;
  std::atomic<uint32_t> DriverSleeps;
  /// The replayer's main thread sleeps until Bell changes.
  std::atomic<uint32_t> Bell;

  std::atomic<uint32_t> Failed; ///< FailureKind.
  uint64_t FailedSize;

  /// The number of arrivals at each barrier. The first Barriers elements belong
  /// to copy 0, the next ones to copy 1, and so on.
  static constexpr unsigned MostCopies = 1024;
  std::atomic<uint64_t> Arrived[MostCopies * Barriers];

  /// Answers to Command::Statistics: lines "name value".
  char Text[TextSize];
  /// The path of the object that has malloc.
  char Allocator[4096];

  Lane *lanes() { return reinterpret_cast<Lane *>(this + 1); }
  Worker *workers() { return at<Worker>(WorkersAt); }
  uint64_t *ring(uint32_t I) {
    return at<uint64_t>(RingsAt) + uint64_t(I) * RingWords;
  }
  uint64_t *table(uint32_t Copy) {
    return at<uint64_t>(TableAt) + Copy * Slots;
  }
  PoolPart *parts(uint32_t Copy, uint32_t Lane) {
    return at<PoolPart>(PartsAt) + (uint64_t(Copy) * Lanes + Lane) * Pools;
  }
  Arena *arenas(uint32_t Copy) {
    return at<Arena>(ArenasAt) + uint64_t(Copy) * Arenas;
  }
  Question *questions() { return at<Question>(RingsAt); }

private:
  template <typename T> T *at(uint64_t Offset) {
    return reinterpret_cast<T *>(reinterpret_cast<char *>(this) + Offset);
  }
};
static_assert(sizeof(SharedState) % 8 == 0, "");
static_assert(std::atomic<uint32_t>::is_always_lock_free, "");

} // namespace replay
} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_SHAREDSTATE_H
