//===- TraceFormat.h - the trace of a run, as bytes -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The file that a run in the mode `trace` writes beside its profile: what each
/// thread made and freed, in order. Little-endian. Numbers of units, slots,
/// sections, lanes and epochs are those of the profile (ProfileFormat.h).
///
/// The rules are the profile's: the file is a shared mapping, valid at every
/// instant. A block's magic is written before anything in it counts, and a
/// record's bytes before TraceBlock::Used covers them.
///
/// \code
///   0       TraceHeader, padded to TraceHeaderSize
///   4096    TraceBlock, then its records; the next block follows at this one's
///           offset + Size; a zero magic, or the end of the file, ends the list
/// \endcode
///
/// The blocks of one lane are one stream of records. A record is never cut by
/// the end of a block.
///
/// *A heap block's identity* is the lane that made it and its number there. The
/// allocations of a lane are numbered from 1 on, in the order of the stream, so
/// an allocation does not write its number. The end of a heap block writes how
/// many blocks its lane has made since.
///
/// *Keys* (who asked, in which section, for how many bytes, in which form) are
/// kept in TraceKeys places for each lane. `Define` fills a place, and
/// `Allocate` names it. A place is filled again when another key needs it.
///
/// *Time* is told at the beginning of each block and then about every
/// TraceStretch bytes, and behind each event of a large heap block. The events
/// between two such points happened between them.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TRACEFORMAT_H
#define ANOMALLOC_TRACEFORMAT_H

#include <stdint.h>

namespace anomalloc {
namespace format {

inline constexpr char TraceMagic[8] = {'A', 'N', 'O', 'M', 'T', 'R', 'A', 'C'};
/// What each version added. 2: a TraceBlock of more than 64 KiB. 3: Untouched.
/// 4: SectionBegin, SectionEnd. 5: Form, Kept.
inline constexpr uint32_t TraceVersion = 5;
/// From this version on, traces tell when sections begin and end.
inline constexpr uint32_t TraceSectionVersion = 4;
/// From this version on, traces tell the forms of keys.
inline constexpr uint32_t TraceFormVersion = 5;
inline constexpr uint32_t TraceHeaderSize = 4096;

/// The name of a trace is the profile's name and this.
inline constexpr char TraceSuffix[] = ".trace";

struct TraceHeader {
  char Magic[8];
  uint32_t Version;
  uint32_t HeaderSize;
  /// Bytes of the header and all blocks so far.
  uint64_t Size;
  /// Nanoseconds of CLOCK_MONOTONIC, the clock of all times here.
  uint64_t StartTime;
  uint64_t EndTime; ///< 0 if the process did not exit in order.
  /// FileHeader::StartTime of the profile that it belongs to. The profile's
  /// Info has the trace's file name: the key "trace".
  uint64_t ProfileTime;
  /// Selected events that are missing: the disk was full, there was no memory,
  /// or a signal handler interrupted the writing of another event.
  uint64_t LostAllocations;
  uint64_t LostBytes;
  uint64_t LostFrees;
  uint64_t LostSections; ///< Begins and ends.
};

inline constexpr uint32_t TraceBlockMagic = 0x4b4c4254; // "TBLK"

struct TraceBlock {
  uint32_t Magic;
  uint32_t Lane;
  /// Bytes, this header included; a multiple of 4096, at most TraceLargest.
  uint32_t Size;
  /// Bytes of records behind this header. Grows.
  uint32_t Used;
  /// How many blocks of the lane came before.
  uint64_t Sequence;
  /// How many allocations of the lane came before.
  uint64_t Allocations;
  uint64_t Time;
  uint64_t Unused[3];
};
static_assert(sizeof(TraceBlock) == 64, "one cache line");

inline constexpr uint32_t TraceLargest = 1 << 20;
inline constexpr uint32_t TraceStretch = 512;

/// The first bytes of records. What follows is big-endian if it continues the
/// bits of the first byte, else ULEB128.
///
/// "Distance": allocations of the lane since the block that is freed.
struct TraceCode {
  enum : uint8_t {
    Free1 = 0x00,    ///< 7 bits of distance.
    Free2 = 0x80,    ///< 14 bits of distance, less TraceFree2.
    Allocate = 0xc0, ///< 10 bits: a place of a key.
    Define = 0xc4,   ///< Allocates, too. 10 bits: a place; then its TraceKey.
    /// Bits of TraceFlags; they belong to the allocation or free that follows.
    Flags = 0xc8,
    FreeFar = 0xcc,       ///< Distance.
    FreeElsewhere = 0xcd, ///< Lane that made it, number.
    Time = 0xce,          ///< Nanoseconds since the time before.
    Thread = 0xcf,        ///< The kernel's number of the thread from now on.
    Free3 = 0xd0,         ///< 20 bits of distance, less TraceFree3.
    Free4 = 0xe0,         ///< 28 bits of distance, less TraceFree4.
    /// Of the block whose free follows: how many pages the program has never
    /// written or read.
    Untouched = 0xf0,
    /// The lane's thread begins or ends a section: twice its number, and one
    /// more if it is a phase.
    SectionBegin = 0xf1,
    SectionEnd = 0xf2,
    /// TraceKey::Form of the key whose Define follows, unless it is 0.
    Form = 0xf3,
    /// Of a large block that lives when the process ends: the lane that made
    /// it, its number, and how many pages were never written or read.
    Kept = 0xf4,
    NoCode = 0xf5, ///< No record begins so, or with a larger byte.
  };
};

enum TraceFlags : uint8_t {
  /// Set for a free by realloc, and for the allocation by which realloc
  /// replaces the freed block. The free is then the event before the allocation
  /// in the same lane.
  TraceReallocated = 1,
  TraceAllFlags = 3, ///< All that a record has room for.
};

/// Heap blocks of so many bytes or more are large. They have a Time behind
/// their events, and an Untouched if the program never touched some page.
inline constexpr uint64_t TraceLarge = 64 << 10;
inline constexpr uint64_t TracePageSize = 4096;

inline constexpr uint32_t TraceKeys = 1 << 10;
inline constexpr uint64_t TraceFree2 = 1 << 7;
inline constexpr uint64_t TraceFree3 = TraceFree2 + (1 << 14);
inline constexpr uint64_t TraceFree4 = TraceFree3 + (1 << 20);
inline constexpr uint64_t TraceFreeFar = TraceFree4 + (1 << 28);

/// The form in which a block was asked for: 0 by malloc, a plain operator new,
/// or realloc. Else one of these.
inline constexpr uint32_t TraceZeroed = 1; ///< By calloc.
/// With an alignment of two to the power N: twice N.
inline constexpr uint32_t traceAligned(uint64_t Alignment) {
  return Alignment > 1 ? 2 * (64 - uint32_t(__builtin_clzl(Alignment - 1))) : 0;
}
inline constexpr uint32_t TraceForms = 128; ///< All are less.

/// Who asked for a block, for how many bytes, and in which form.
struct TraceKey {
  /// As in SizeEntry: the return address of a dark event, else 0.
  uint64_t Pc;
  uint64_t Size;
  uint32_t Unit; ///< 0: no site.
  uint32_t Slot;
  uint32_t Section;
  uint32_t Epoch;
  uint32_t Form;

  bool isZeroed() const { return Form & TraceZeroed; }
  /// The alignment is two to this power; 0: none was asked for.
  unsigned alignmentBits() const { return Form / 2; }
};

/// A longer record is a mistake.
inline constexpr uint32_t TraceLongest = 64;

//===----------------------------------------------------------------------===//
// Writing. Each function returns the end of what it wrote.
//===----------------------------------------------------------------------===//

inline char *putTraceNumber(char *To, uint64_t N) {
  for (; N >= 128; N >>= 7)
    *To++ = char(N | 128);
  *To++ = char(N);
  return To;
}

inline char *putTraceBytes(char *To, uint32_t BigEndian, unsigned Count) {
  for (unsigned I = Count; I-- != 0;)
    *To++ = char(BigEndian >> (8 * I));
  return To;
}

/// The first two bytes of a record about the key at \p Place, as a number that
/// has these bytes in memory.
inline constexpr uint16_t traceKeyCode(uint8_t Code, uint32_t Place) {
  return uint16_t(Code | Place >> 8 | (Place & 255) << 8);
}

inline char *putAllocate(char *To, uint16_t KeyCode) {
  __builtin_memcpy(To, &KeyCode, sizeof(KeyCode));
  return To + sizeof(KeyCode);
}

inline char *putDefine(char *To, uint32_t Place, const TraceKey &Key) {
  if (Key.Form) {
    *To++ = char(TraceCode::Form);
    *To++ = char(Key.Form);
  }
  To = putAllocate(To, traceKeyCode(TraceCode::Define, Place));
  To = putTraceNumber(To, Key.Size);
  To = putTraceNumber(To, Key.Section);
  To = putTraceNumber(To, uint64_t(Key.Unit) << 1 | (Key.Pc != 0));
  if (Key.Unit)
    To = putTraceNumber(To, Key.Slot);
  if (Key.Pc) {
    To = putTraceNumber(To, Key.Pc);
    To = putTraceNumber(To, Key.Epoch);
  }
  return To;
}

inline char *putFreeFarther(char *To, uint64_t Distance) {
  if (Distance < TraceFree4)
    return putTraceBytes(
        To, uint32_t(TraceCode::Free3) << 16 | uint32_t(Distance - TraceFree3),
        3);
  if (Distance < TraceFreeFar)
    return putTraceBytes(
        To, uint32_t(TraceCode::Free4) << 24 | uint32_t(Distance - TraceFree4),
        4);
  *To++ = char(TraceCode::FreeFar);
  return putTraceNumber(To, Distance);
}

inline char *putFree(char *To, uint64_t Distance) {
  if (Distance < TraceFree2) {
    *To++ = char(Distance);
    return To;
  }
  if (Distance < TraceFree3)
    return putTraceBytes(
        To, uint32_t(TraceCode::Free2) << 8 | uint32_t(Distance - TraceFree2),
        2);
  return putFreeFarther(To, Distance);
}

inline char *putFreeElsewhere(char *To, uint32_t Lane, uint64_t Number) {
  *To++ = char(TraceCode::FreeElsewhere);
  return putTraceNumber(putTraceNumber(To, Lane), Number);
}

inline char *putFlags(char *To, TraceFlags Bits) {
  *To++ = char(TraceCode::Flags | Bits);
  return To;
}

inline char *putUntouched(char *To, uint64_t Pages) {
  *To++ = char(TraceCode::Untouched);
  return putTraceNumber(To, Pages);
}

inline char *putKept(char *To, uint32_t Lane, uint64_t Number, uint64_t Pages) {
  *To++ = char(TraceCode::Kept);
  To = putTraceNumber(putTraceNumber(To, Lane), Number);
  return putTraceNumber(To, Pages);
}

inline char *putTime(char *To, uint64_t Nanoseconds) {
  *To++ = char(TraceCode::Time);
  return putTraceNumber(To, Nanoseconds);
}

inline char *putThread(char *To, uint32_t Tid) {
  *To++ = char(TraceCode::Thread);
  return putTraceNumber(To, Tid);
}

inline char *putSection(char *To, bool Begins, bool IsPhase, uint32_t Section) {
  *To++ = char(Begins ? TraceCode::SectionBegin : TraceCode::SectionEnd);
  return putTraceNumber(To, uint64_t(Section) << 1 | IsPhase);
}

} // namespace format
} // namespace anomalloc

#endif // ANOMALLOC_TRACEFORMAT_H
