//===- ProfileFile.h - the profile as a mapping that only grows -*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes the file of ProfileFormat.h. A zeroed ProfileFile is valid: it is not
/// open. It lives in memory that a forked child finds zeroed, so the child
/// opens a file of its own.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROFILE_PROFILEFILE_H
#define ANOMALLOC_RUNTIME_PROFILE_PROFILEFILE_H

#include "anomalloc/ProfileFormat.h"
#include "process/System.h"
#include "profile/GrowingFile.h"

namespace anomalloc::runtime {

/// Writes records, one behind the other, into segments of the profile. Only its
/// owner may use it.
class RecordWriter {
public:
  /// RecordHeader::Episode of all records.
  uint32_t Episode;

  /// Makes room for a record of \p Size bytes, header included. The bytes are
  /// zero; nobody sees the record before commit(). Null when the profile can
  /// not grow.
  void *allocate(class ProfileFile &File, const sys::SignalGuard &Guard,
                 uint64_t Size);
  /// The size of the largest record, header included, that needs no new
  /// segment.
  uint64_t room() const {
    uint64_t Left = uint64_t(End - At);
    return Left < 2 * sizeof(format::RecordHeader)
               ? 0
               : (Left - sizeof(format::RecordHeader)) & ~uint64_t(7);
  }
  /// Publishes a record whose payload is complete.
  static void commit(format::RecordHeader &Record, format::RecordType Type) {
    __atomic_store(&Record.Type, &Type, __ATOMIC_RELEASE);
  }

private:
  char *At;
  char *End;
  uint64_t LastSize;
};

class ProfileFile {
public:
  /// Creates the file; if the name is taken, one with ".1", ".2", ... after it.
  /// 0, or a negative errno value.
  int open(const char *Pattern, bool MakeFolder, const sys::SignalGuard &Guard);
  bool isOpen() const { return Header; }
  /// Null until open() succeeded.
  format::FileHeader *header() const { return Header; }
  const char *path() const { return File.Path; }

  /// Adds a segment for \p Size bytes, rounded up to pages, and returns its
  /// payload. Sets \p Size to the size of the payload. Null when the disk is
  /// full, the address space used up, or the file gone.
  char *addSegment(uint64_t &Size, const sys::SignalGuard &Guard);

  /// Maps the header and all segments once more, for reading, and sets \p Size
  /// to their size. giveShared() ends that. Null on failure.
  void *mapAgain(uint64_t &Size, const sys::SignalGuard &Guard);

  /// Lets the file take no more segments. Called when records are missing that
  /// later counts could refer to.
  void seal() { __atomic_store_n(&Sealed, true, __ATOMIC_RELAXED); }

  /// Closes the descriptor that stays open for growing. What is mapped stays.
  void closeDescriptor() { File.closeDescriptor(); }

  /// A descriptor of the file, or a negative errno value.
  int descriptor() { return File.descriptor(); }
  /// Goes on behind the last segment, by the descriptor \p Fd. Called when the
  /// others that used this object have ended, perhaps in the middle of a
  /// change.
  void resume(int Fd);

  /// At an orderly exit: gives back the file's unused end.
  void trim(const sys::SignalGuard &Guard);

private:
  bool grow(uint64_t AtLeast);

  sys::Lock GrowLock;
  format::FileHeader *Header;
  GrowingFile File;
  uint64_t NextChunk;
  bool Sealed;
  char *At;  ///< First unused byte of the newest chunk.
  char *End; ///< One past the newest chunk.
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROFILE_PROFILEFILE_H
