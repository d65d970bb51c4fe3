//===- ProfileFile.cpp - growing the profile ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/ProfileFile.h"
#include "process/AddressSpace.h"
#include "profile/KeptDescriptor.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

static constexpr uint64_t Page = 4096;
static constexpr uint64_t LargestChunk = 4 << 20;

static uint64_t roundUp(uint64_t Value, uint64_t To) {
  return (Value + To - 1) / To * To;
}

int ProfileFile::open(const char *Pattern, bool MakeFolder,
                      const sys::SignalGuard &) {
  expandOutputName(Pattern, File.Path);
  static KeptDescriptor Kept;
  if (int Error = File.create(MakeFolder, Kept))
    return Error;
  void *Memory = nullptr;
  if (int Error = File.extend(FirstReservation, Memory)) {
    File.remove(); // Empty, and ours.
    return Error;
  }

  auto *New = static_cast<FileHeader *>(Memory);
  NextChunk = 4 * FirstReservation;
  At = static_cast<char *>(Memory) + FileHeaderSize;
  End = static_cast<char *>(Memory) + FirstReservation;
  New->Version = FileVersion;
  New->HeaderSize = FileHeaderSize;
  New->Size = FileHeaderSize;
  New->StartTime = sys::realTime();
  for (unsigned I = 0; I != sizeof(FileMagic); ++I)
    New->Magic[I] = FileMagic[I];
  Header = New;
  return 0;
}

bool ProfileFile::grow(uint64_t AtLeast) {
  uint64_t Size = roundUp(AtLeast, Page);
  uint64_t Usual = isRoomTight() ? FirstReservation : NextChunk;
  if (Size < Usual)
    Size = Usual;
  void *Memory = nullptr;
  if (int Error = File.extend(Size, Memory)) {
    Header->GrowthError = uint32_t(-Error);
    return false;
  }
  if (NextChunk < LargestChunk)
    NextChunk *= 2;
  At = static_cast<char *>(Memory);
  End = At + Size;
  return true;
}

/// Segments follow each other, so the header's size grows by theirs.
static void beginSegment(FileHeader &Header, char *At, uint64_t Size) {
  auto *Segment = reinterpret_cast<SegmentHeader *>(At);
  Segment->Size = Size;
  __atomic_store_n(&Segment->Magic, SegmentMagic, __ATOMIC_RELEASE);
  __atomic_fetch_add(&Header.Size, Size, __ATOMIC_RELEASE);
}

char *ProfileFile::addSegment(uint64_t &Size, const sys::SignalGuard &Guard) {
  if (!Header || Sealed)
    return nullptr;
  uint64_t Whole = roundUp(Size + sizeof(SegmentHeader), Page);
  sys::LockGuard Lock(GrowLock, Guard);
  if (uint64_t(End - At) < Whole) {
    // A segment never straddles two mappings: close the rest as an empty one.
    char *OldAt = At, *OldEnd = End;
    if (!grow(Whole))
      return nullptr;
    if (OldAt != OldEnd)
      beginSegment(*Header, OldAt, uint64_t(OldEnd - OldAt));
  }
  char *Segment = At;
  At += Whole;
  beginSegment(*Header, Segment, Whole);
  Size = Whole - sizeof(SegmentHeader);
  return Segment + sizeof(SegmentHeader);
}

void *ProfileFile::mapAgain(uint64_t &Size, const sys::SignalGuard &Guard) {
  sys::LockGuard Lock(GrowLock, Guard);
  Size = __atomic_load_n(&Header->Size, __ATOMIC_ACQUIRE);
  return File.mapAgain(Size);
}

void ProfileFile::resume(int Fd) {
  At = End = nullptr;
  File.resume(Fd, __atomic_load_n(&Header->Size, __ATOMIC_ACQUIRE));
}

void ProfileFile::trim(const sys::SignalGuard &Guard) {
  sys::LockGuard Lock(GrowLock, Guard);
  uint64_t Unused = uint64_t(End - At);
  if (!Unused)
    return;
  End = At; // A later event grows the file again.
  File.shorten(Unused);
}

void *RecordWriter::allocate(ProfileFile &File, const sys::SignalGuard &Guard,
                             uint64_t Size) {
  Size = roundUp(Size, 8);
  // Room for the zero Type that ends the segment stays behind every record.
  uint64_t Needed = Size + sizeof(RecordHeader);
  if (uint64_t(End - At) < Needed) {
    constexpr uint64_t First = Page, Largest = 64 * Page;
    uint64_t Want = LastSize ? 2 * LastSize : First;
    if (Want > Largest)
      Want = Largest;
    Want -= sizeof(SegmentHeader);
    uint64_t SegmentSize = Want < Needed ? Needed : Want;
    char *Segment = File.addSegment(SegmentSize, Guard);
    if (!Segment)
      return nullptr;
    LastSize = SegmentSize;
    At = Segment;
    End = Segment + SegmentSize;
  }
  auto *Record = reinterpret_cast<RecordHeader *>(At);
  At += Size;
  Record->Size = Size;
  Record->Episode = Episode;
  return Record;
}

} // namespace anomalloc::runtime
