//===- ProfileFormat.h - the profile file, as bytes -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The profile that the runtime writes and lib/Profile reads. Little-endian.
///
/// The file is a shared mapping of the running process, so it must be valid at
/// every instant: a process may be killed between any two instructions. Hence
/// three rules. Space is given out in segments, and a segment's header is
/// written before anything in it. A record's payload is written before its
/// `Type`; a zero `Type` ends a segment. Counters only grow.
///
/// \code
///   0         FileHeader, padded to FileHeaderSize
///   4096      Segment: SegmentHeader, then records, each 8-byte aligned
///   ...       the next segment follows at this one's offset + Size; a zero
///             magic, or the end of the file, ends the list
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILEFORMAT_H
#define ANOMALLOC_PROFILEFORMAT_H

#include <stdint.h>

namespace anomalloc {
namespace format {

inline constexpr char FileMagic[8] = {'A', 'N', 'O', 'M', 'A', 'L', 'O', 'C'};
inline constexpr uint32_t FileVersion = 13;
inline constexpr uint32_t FileHeaderSize = 4096;

/// How many bytes of the disk the runtime asks for before anything else. If
/// they do not fit, there is no profile.
inline constexpr uint64_t FirstReservation = 64 << 10;

/// How the process ended, as far as the file knows.
enum class EndState : uint32_t {
  /// Still running, or it died without running its exit handlers.
  Running = 0,
  /// The runtime's exit handler ran.
  Exited = 1,
};

enum HeaderFlags : uint32_t {
  /// The process uses the runtime's malloc, and has called it at least once:
  /// dark events are seen.
  Interposed = 1,
  /// Another allocator stands before the runtime's malloc (static, preloaded
  /// earlier, or the C library's where the runtime came by dlopen(3)); or a
  /// site's heap call came back without having passed the runtime's malloc.
  Bypassed = 2,
  /// In a lifetime mode: a free came to the runtime.
  FreesSeen = 256,
};

struct FileHeader {
  char Magic[8];
  uint32_t Version;
  uint32_t HeaderSize;
  EndState End;
  uint32_t Flags;
  /// Events that could not be stored (disk full, RLIMIT_AS, ...).
  uint64_t DroppedEvents;
  uint64_t DroppedBytes;
  /// Nanoseconds since the epoch (CLOCK_REALTIME).
  uint64_t StartTime;
  uint64_t EndTime;
  /// Bytes of the header and all segments so far. A reader sees by it that a
  /// copy was cut, even between two segments. Written after a segment's header;
  /// 0: not known.
  uint64_t Size;
  /// Events that were counted, but whose stacks could not be stored.
  uint64_t LostStacks;
  /// How many started processes had events but could not write a profile. The
  /// errno of the last of them is in ChildrenError.
  uint64_t UnrecordedChildren;
  uint32_t ChildrenError;
  /// Why the file could not grow (errno). EOVERFLOW: there are too many units.
  /// 0: neither.
  uint32_t GrowthError;
};

inline constexpr uint32_t SegmentMagic = 0x4745534d; // "MSEG"

struct SegmentHeader {
  uint32_t Magic;
  uint32_t Unused;
  /// Bytes, this header included; a multiple of 4096.
  uint64_t Size;
};

enum class RecordType : uint32_t {
  End = 0,
  Info = 1,
  Module = 2,
  Unit = 3,
  Section = 4,
  Thread = 5,
  Counters = 6,
  SizeTable = 7,
  UsableSizes = 8,
  Model = 9,
  StackNodes = 10,
  StackCounts = 11,
  StackPlaces = 12,
  StackKeys = 13,
  // 14 to 25: for stacks.
  LifetimeTotals = 26, ///< These six: LifetimeFormat.h.
  LifetimeTable = 27,
  LifetimeBuckets = 28,
  FreeSites = 29,
  GrowthCounters = 30,
  Activations = 31,
  SizeClasses = 32,
  PerfMap = 40,
  SpaceSums = 33,
  /// A record of a type that the reader does not know is skipped by its size.
};

struct RecordHeader {
  RecordType Type;
  /// Number of the episode that the record is of, from 1 on; 0: of the run as a
  /// whole. In an *episode* (`record --pid` of a process that records) more was
  /// recorded than in the rest of the run. Threads have lanes of their own
  /// there. The lanes' counts are a part of the run's; their stacks and
  /// lifetimes are the episode's alone.
  uint32_t Episode;
  /// Bytes, this header included; a multiple of 8.
  uint64_t Size;
};

/// Info: pairs of NUL-terminated strings, key then value, to the record's end
/// (zero padding counts as the end). Keys: program, directory, host,
/// pid, parent, rank (or rank_of_parent, of a child of the process that was
/// started: it inherits the launcher's variable), those of JobVariables.def,
/// allocator (path of the object
/// that gives the real malloc), runtime (version), mode, asked (the mode that
/// there was too little address space for), sample (how blocks were drawn, Sampling.h: "bytes:" or
/// "count:" and the mean distance, or "auto:" and the first one; absent: all
/// were recorded), attached (1: by
/// record --pid), trace (the trace's file name, in this folder), and, as often
/// as there are arguments, argument. At an orderly end, a second record follows
/// with peak_resident (bytes) and page_faults (those that read nothing from a
/// disk). A record of its own has unrecorded: a program that the process
/// becomes or starts, and that will not be recorded ("": the start failed). An
/// episode has records of its own: at its begin with mode, sample, attached,
/// since (nanoseconds since the epoch) and lost_before (FileHeader::LostStacks
/// then), at its end with until. A record of its own has ended_by (Ranks.h), or
/// stacks_full or sizes_full (nanoseconds since the epoch): since then, a sampled
/// run has made no rows for stacks, or sizes, that it did not know (room).
///
/// In a sampled run, Counters and SizeTable have all events, as ever. The rows
/// of stacks and lifetimes, and the trace, have the drawn events alone. They
/// are numbers of samples, and nothing in them is scaled. Where the rate grows,
/// each event is counted, and each sample stands, by the rate that it was drawn
/// at: SectionNumber tells it.

/// What Counters, SizeEntry, StackKey and LifetimeEntry have as their Section.
struct SectionNumber {
  static constexpr uint32_t IdBits = 16;
  /// The same of SectionRecord.
  static constexpr uint32_t idOf(uint32_t Number) {
    return Number & ((1u << IdBits) - 1);
  }
  /// How often the rate of samples had been doubled (Sampling::doubled).
  static constexpr uint32_t doublingsOf(uint32_t Number) {
    return Number >> IdBits;
  }
};

/// Module: one object (program or shared library) that was loaded.
struct ModuleRecord {
  RecordHeader Header;
  uint64_t Start; ///< First mapped address.
  uint64_t End;   ///< One past the last mapped address.
  uint64_t Bias;  ///< Load bias: runtime address minus link-time address.
  /// First epoch of the program counters that the record is for. A later record
  /// that covers the same address takes over from its own epoch on.
  uint32_t Epoch;
  uint32_t BuildIdSize;
  /// Then: BuildIdSize bytes, then the path, NUL-terminated.
};

/// Unit: one site table (SiteTable.h) follows the struct, TableSize bytes.
struct UnitRecord {
  RecordHeader Header;
  uint32_t Index;
  uint32_t NumSlots;
  uint64_t TableSize;
};

/// Section: the name follows, NUL-terminated. Id 0 (outside every section) has
/// no record.
struct SectionRecord {
  RecordHeader Header;
  uint32_t Id;
  uint32_t Unused;
};

/// Thread: a counting lane. A lane whose thread has ended may be taken over by
/// a later thread; `Threads` counts all threads that had the lane, the first
/// included. Lanes are numbered from 0 (first).
struct ThreadRecord {
  RecordHeader Header;
  uint32_t Lane;
  uint32_t Tid;
  uint32_t Threads;
  /// Of an episode's lane: 1 + the number of the lane that its thread had
  /// before, and will have again. Then no other thread takes it over. 0: none.
  uint32_t Continues;
  char Name[16];
};

/// Counters: one unit's slots for one lane and section; NumSlots 64-bit values
/// follow.
struct CountersRecord {
  RecordHeader Header;
  uint32_t Lane;
  uint32_t Unit;
  uint32_t Section;
  uint32_t NumSlots;
};

/// One row of a size table. Valid when Count is not 0.
struct SizeEntry {
  /// For a dark event: the return address in the code that asked. Else 0.
  uint64_t Pc;
  /// If Pc is 0, the event's own site. Else the leading site whose call was in
  /// progress, or the site that stands for an accelerator's function, which the
  /// code at Pc called (DeviceAbi.h). Unit 0: none.
  uint32_t Unit;
  uint32_t Slot;
  uint32_t Section;
  /// Module epoch that Pc belongs to.
  uint32_t Epoch;
  /// Bytes asked for in one call.
  uint64_t Size;
  /// Events of exactly this size.
  uint64_t Count;
};

/// SizeTable: Capacity rows of SizeEntry follow, in any order. The same key may
/// stand in several tables: rows add up.
struct SizeTableRecord {
  RecordHeader Header;
  uint32_t Lane;
  uint32_t Capacity;
};

/// In a sampled run that has no room for more sizes, new ones are put together:
/// those from one power of two up to the next.
struct SizeClass {
  /// The smallest size of the class of \p Size; 0 if that is 0.
  static uint64_t smallest(uint64_t Size) {
    return Size ? uint64_t(1) << (63 - __builtin_clzll(Size)) : 0;
  }
  /// A size in the middle of the class of \p Size.
  static uint64_t middle(uint64_t Size) {
    return smallest(Size) + smallest(Size) / 2;
  }
};

/// One row of sizes that were put together. Valid when Key.Count is not 0. The
/// blocks of other rows are not counted here.
struct SizeClassEntry {
  SizeEntry Key;  ///< Size: the smallest of the class.
  uint64_t Bytes; ///< Asked for in all calls.
};

/// SizeClasses: a SizeTableRecord, but Capacity rows of SizeClassEntry follow.

/// StackPlaces, StackNodes, StackKeys and StackCounts: Capacity rows follow, of
/// the struct of that name in the singular. Rows of one kind are numbered from
/// 1 on in each space; the first here is First. So the rows of all records make
/// one table, in the order of the file. A lane has two spaces: 0, and 1 for
/// events in signal handlers that came while the lane was recording another.
struct StackRowsRecord {
  RecordHeader Header;
  uint32_t Lane;
  uint32_t Space;
  uint32_t First;
  uint32_t Capacity;
};

/// Bits of StackPlace::Flags.
enum StackFlags : uint16_t {
  /// The code that was called here has no call frame information, so this place
  /// was found by the frame pointer.
  ByFramePointer = 1,
  /// The caller of this place could not be found out: the stack has further
  /// levels, but they are not known.
  StackIsCut = 2,
};

/// A place in the code that stacks lead through.
struct StackPlace {
  /// Return address; where a signal interrupted the code, the address of the
  /// interrupted instruction plus one. 0 ends a record.
  uint64_t Pc;
  /// Module epoch that Pc belongs to.
  uint16_t Epoch;
  uint16_t Flags;
  uint32_t Unused;
};

/// One level of a calling stack: code that the code of the parent level called.
/// Stacks share the levels that they have in common.
struct StackNode {
  /// Number of the caller's node, always a lower one; 0: this is the outermost.
  uint32_t Parent;
  /// Number of the place. 0 ends a record.
  uint32_t Place;
};

/// The key by which the events of a stack are counted.
struct StackKey {
  uint64_t Size;
  uint32_t Section;
  /// The site of the event, or the leading site in progress; 0, 0: none.
  uint32_t Unit;
  uint32_t Slot;
  uint32_t Unused;
};

/// Events of one stack. Valid when Count is not 0. SizeTable and Counters count
/// these events too: here the selected ones are counted once more.
struct StackCount {
  /// Node of the innermost level: the code that called the allocation function.
  uint32_t Node;
  uint32_t Key;
  uint64_t Count;
};

/// PerfMap: names of code that the program made while it ran. Behind the header
/// stands text of the file "/tmp/perf-PID.map", as it was at the orderly end,
/// up to a NUL. The texts of all such records, in the order of the file, are one
/// text. A profile has it only if events came from code outside of all objects.
/// A line is "START SIZE NAME", with hexadecimal numbers.
inline constexpr uint64_t MaxPerfMap = 16 << 20;
/// SpaceSums: what became of the blocks of each memory space, as the functions
/// of accelerators tell it. Rows of SpaceSums follow, to the record's end, in
/// the order of MemorySpaces.def. A run has the record only if such a function
/// was called where libanomalloc_rt_devices.so could see it.
struct SpaceSums {
  uint64_t Blocks; ///< Made, whether at sites or not.
  uint64_t Bytes;  ///< As asked for.
  uint64_t FreedBlocks;
  uint64_t FreedBytes;
  uint64_t PeakBytes; ///< The most that was live at once.
};

/// UsableSizes: pairs (requested, handed out) in bytes, as the allocator in use
/// answered; Count pairs of two 64-bit values follow.
struct UsableSizesRecord {
  RecordHeader Header;
  uint64_t Count;
};

/// Model: many profiles added up (`anomalloc merge`); written by lib/Profile,
/// never by the runtime. A file that has one is read for it alone. StoredSize
/// bytes follow, zlib-compressed if Compression is 1.
///
/// The payload is described where it is written and read: in
/// lib/Profile/ModelShape.h.
struct ModelRecord {
  RecordHeader Header;
  uint32_t Compression;
  uint32_t Unused;
  uint64_t StoredSize;
  uint64_t PayloadSize;
};

} // namespace format
} // namespace anomalloc

#endif // ANOMALLOC_PROFILEFORMAT_H
