//===- FrameEntry.cpp - the entries of .eh_frame --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stacks/FrameEntry.h"
#include "stacks/ByteCursor.h"
#include "stacks/CallFrameInfo.h"

namespace anomalloc::runtime {

/// The entry's bytes behind its length; null at the section's end.
static const uint8_t *entryAt(const uint8_t *At, const uint8_t *&End) {
  ByteCursor C(At);
  uint64_t Length = C.fixed<uint32_t>();
  if (Length == 0xffffffff)
    Length = C.fixed<uint64_t>();
  End = C.At + Length;
  return Length ? C.At : nullptr;
}

static bool readCommon(const uint8_t *At, CommonEntry &Out) {
  const uint8_t *End;
  const uint8_t *Begin = entryAt(At, End);
  if (!Begin)
    return false;
  ByteCursor C(Begin);
  if (C.fixed<uint32_t>() != 0)
    return false;
  uint8_t Version = C.fixed<uint8_t>();
  auto *Augmentation = reinterpret_cast<const char *>(C.At);
  while (C.fixed<uint8_t>())
    ;
  Out.CodeAlign = C.uleb();
  Out.DataAlign = C.sleb();
  uint64_t ReturnColumn = Version == 1 ? C.fixed<uint8_t>() : C.uleb();
  if (registerOf(ReturnColumn) != RegReturn)
    return false;
  Out.Encoding = PeAbsolute;
  Out.IsSignalFrame = false;
  Out.HasAugmentation = *Augmentation == 'z';
  Out.End = End;
  if (!Out.HasAugmentation) {
    Out.Program = C.At;
    return *Augmentation == 0;
  }
  uint64_t Size = C.uleb();
  Out.Program = C.At + Size;
  for (const char *A = Augmentation + 1; *A; ++A) {
    uint64_t Ignored;
    switch (*A) {
    case 'R':
      Out.Encoding = C.fixed<uint8_t>();
      break;
    case 'L':
      C.fixed<uint8_t>();
      break;
    case 'P': {
      uint8_t Encoding = C.fixed<uint8_t>();
      if (!C.encoded(Encoding & uint8_t(~PeIndirect), 0, Ignored))
        return false;
      break;
    }
    case 'S':
      Out.IsSignalFrame = true;
      break;
    default:
      return true; // Their size is known: nothing that we need follows.
    }
  }
  return true;
}

/// Reads the entry at \p At; false if it is no FDE.
static bool readEntry(const uint8_t *At, FrameEntry &Out) {
  const uint8_t *End;
  const uint8_t *Begin = entryAt(At, End);
  if (!Begin)
    return false;
  ByteCursor C(Begin);
  uint32_t Delta = C.fixed<uint32_t>();
  if (!Delta || !readCommon(Begin - Delta, Out.Of))
    return false;
  if (!C.encoded(Out.Of.Encoding, 0, Out.Begin) ||
      !C.encoded(Out.Of.Encoding & PeFormat, 0, Out.Size))
    return false;
  if (Out.Of.HasAugmentation) {
    uint64_t Size = C.uleb();
    C.At += Size;
  }
  Out.Program = C.At;
  Out.End = End;
  return true;
}

static bool covers(const FrameEntry &D, uint64_t Pc) {
  return Pc - D.Begin < D.Size;
}

/// Searches the whole section: the object has no sorted table.
static bool scan(const uint8_t *Section, uint64_t Pc, FrameEntry &Out) {
  const uint8_t *End;
  for (const uint8_t *At = Section; entryAt(At, End); At = End)
    if (readEntry(At, Out) && covers(Out, Pc))
      return true;
  return false;
}

bool findFrameEntry(const uint8_t *Header, uint64_t Pc, FrameEntry &Out) {
  ByteCursor C(Header);
  if (C.fixed<uint8_t>() != 1)
    return false;
  uint8_t SectionEncoding = C.fixed<uint8_t>();
  uint8_t CountEncoding = C.fixed<uint8_t>();
  uint8_t TableEncoding = C.fixed<uint8_t>();
  uint64_t Base = reinterpret_cast<uint64_t>(Header);
  uint64_t Section, Count;
  if (!C.encoded(SectionEncoding, Base, Section))
    return false;
  if (CountEncoding == PeOmit || TableEncoding != (PeDataRelative | PeSData4))
    return scan(reinterpret_cast<const uint8_t *>(Section), Pc, Out);
  if (!C.encoded(CountEncoding, Base, Count) || !Count)
    return false;
  struct Row {
    int32_t Begin, Entry;
  };
  auto *Table = reinterpret_cast<const Row *>(C.At);
  auto BeginOf = [&](uint64_t I) {
    return Base + uint64_t(int64_t(Table[I].Begin));
  };
  if (Pc < BeginOf(0))
    return false;
  uint64_t Low = 0, High = Count; // BeginOf(Low) <= Pc < BeginOf(High)
  while (High - Low > 1) {
    uint64_t Middle = Low + (High - Low) / 2;
    (BeginOf(Middle) <= Pc ? Low : High) = Middle;
  }
  auto *Entry = reinterpret_cast<const uint8_t *>(
      Base + uint64_t(int64_t(Table[Low].Entry)));
  return readEntry(Entry, Out) && covers(Out, Pc);
}

} // namespace anomalloc::runtime
