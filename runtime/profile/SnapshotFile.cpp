//===- SnapshotFile.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records are copied in the steps of format::copyStep(), each to the place
// that it has in the profile. What was added since its step is left out: its
// place gets a record of a type that no reader knows.
//
//===----------------------------------------------------------------------===//

#include "profile/SnapshotFile.h"
#include "anomalloc/Abi.h"
#include "anomalloc/SnapshotFormat.h"
#include "process/AddressSpace.h"
#include "process/Process.h"
#include "process/Text.h"
#include <errno.h>

using namespace anomalloc::format;

namespace anomalloc::runtime {
namespace {

constexpr uint64_t Page = 4096;
constexpr RecordType LeftOut = RecordType(~0u);

/// Copies words from the last to the first: a writer puts a key in front of its
/// count and writes the key first. Pages without data are left alone.
void copyWords(char *To, const char *From, uint64_t Size) {
  for (uint64_t I = Size / 8; I-- != 0;)
    if (uint64_t Word = __atomic_load_n(
            reinterpret_cast<const uint64_t *>(From) + I, __ATOMIC_ACQUIRE))
      reinterpret_cast<uint64_t *>(To)[I] = Word;
}

void copySegment(char *To, const char *From, unsigned Step) {
  const uint64_t Size = reinterpret_cast<const SegmentHeader *>(From)->Size;
  if (Step + 1 == NumCopySteps)
    copyWords(To, From, sizeof(SegmentHeader));
  for (uint64_t At = sizeof(SegmentHeader);
       Size - At >= sizeof(RecordHeader);) {
    auto *Its = reinterpret_cast<const RecordHeader *>(From + At);
    RecordType Type;
    __atomic_load(&Its->Type, &Type, __ATOMIC_ACQUIRE);
    if (Type == RecordType::End)
      return;
    auto *Copy = reinterpret_cast<RecordHeader *>(To + At);
    if (copyStep(Type) == Step) {
      copyWords(To + At, From + At, Its->Size);
    } else if (Step + 1 == NumCopySteps && Copy->Type == RecordType::End) {
      Copy->Type = LeftOut;
      Copy->Size = Its->Size;
    }
    At += Its->Size;
  }
}

/// The profile's bytes so far, and the same number of bytes and a page of the
/// copy.
struct Both {
  uint64_t Size = 0;
  void *From = nullptr, *To = nullptr;
  ~Both() {
    if (From)
      giveShared(From, Size);
    if (To)
      giveShared(To, Size + Page);
  }
  int map(ProfileFile &File, const sys::SignalGuard &Guard, int Copy,
          uint64_t &Reserved) {
    From = File.mapAgain(Size, Guard);
    if (!From)
      return -ENOMEM;
    if (Size + Page > Reserved)
      if (int Error = sys::reserve(Copy, Reserved, Size + Page))
        return Error;
    Reserved = Size + Page;
    To = takeShared(Copy, 0, Size + Page);
    return To ? 0 : -ENOMEM;
  }
};

/// A segment of one page that says that this is a snapshot.
void addMark(char *At) {
  auto *Segment = reinterpret_cast<SegmentHeader *>(At);
  Segment->Magic = SegmentMagic;
  Segment->Size = Page;
  auto *Record = reinterpret_cast<RecordHeader *>(Segment + 1);
  Record->Type = RecordType::Info;
  Record->Size = sizeof(RecordHeader) + 16;
  constexpr char Text[16] = "snapshot\0001";
  static_assert(sizeof(SnapshotKey) == 9);
  __builtin_memcpy(Record + 1, Text, sizeof(Text));
}

int copyTo(ProfileFile &File, const sys::SignalGuard &Guard, int Copy) {
  uint64_t Reserved = 0;
  for (unsigned Step = 0; Step != NumCopySteps; ++Step) {
    Both B;
    if (int Error = B.map(File, Guard, Copy, Reserved))
      return Error;
    auto *From = static_cast<const char *>(B.From);
    auto *To = static_cast<char *>(B.To);
    for (uint64_t At = FileHeaderSize; At < B.Size;
         At += reinterpret_cast<const SegmentHeader *>(From + At)->Size)
      copySegment(To + At, From + At, Step);
    if (Step + 1 != NumCopySteps)
      continue;
    copyWords(To, From, sizeof(FileHeader));
    auto *Header = reinterpret_cast<FileHeader *>(To);
    Header->Size = B.Size + Page;
    Header->EndTime = sys::realTime();
    addMark(To + B.Size);
  }
  return 0;
}

} // namespace

int copyProfile(ProfileFile &File, const sys::SignalGuard &Guard,
                const char *Path) {
  const int Copy = sys::createFile(Path);
  if (Copy < 0)
    return Copy;
  const int Error = copyTo(File, Guard, Copy);
  sys::closeFile(Copy);
  if (Error)
    sys::removeFile(Path);
  return Error;
}

/// Writes beside \p Path first, so that nobody sees half a file.
static int writeSnapshot(Process &P, const char *Path) {
  sys::SignalGuard Guard;
  struct Beside {
    char Path[PathSize];
  };
  bool Wiped;
  auto *Its = static_cast<Beside *>(takePrivate(sizeof(Beside), false, Wiped));
  if (!Its)
    return -ENOMEM;
  // No other thread, and no other call of this one, has this name.
  static uint64_t Calls;
  const bool Fits = !Text(Its->Path)
                         .add(Path)
                         .add('.')
                         .add(uint64_t(sys::processId()))
                         .add('.')
                         .add(__atomic_add_fetch(&Calls, 1, __ATOMIC_RELAXED))
                         .full();
  int Error = Fits ? copyProfile(P.file(), Guard, Its->Path) : -ENAMETOOLONG;
  if (!Error) {
    Error = sys::renameFile(Its->Path, Path);
    if (Error)
      sys::removeFile(Its->Path);
  }
  givePrivate(Its, sizeof(Beside));
  return Error;
}

} // namespace anomalloc::runtime

using namespace anomalloc::runtime;

int __anomalloc_snapshot(const char *Path) {
  if (!Path || !*Path)
    return EINVAL;
  Process *P = currentProcess();
  return P ? -writeSnapshot(P->whole(), Path) : ENODATA;
}
