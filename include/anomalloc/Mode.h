//===- Mode.h - what is recorded beside the counts --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the runtime and `anomalloc record` understand by the option `mode`:
/// names of the table Modes.def, joined by '+' in any order, or "count". Saying
/// a name twice is saying it once. Safe in any thread, and before any
/// constructor.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_MODE_H
#define ANOMALLOC_MODE_H

namespace anomalloc {

/// What is recorded beside the counts, which all modes record.
struct Mode {
  enum : unsigned {
#define ANOMALLOC_MODE(Bit, Name, Room) IndexOf##Bit,
#include "anomalloc/Modes.def"
    NumModes,
#define ANOMALLOC_MODE(Bit, Name, Room) Bit = 1u << IndexOf##Bit,
#include "anomalloc/Modes.def"
    All = (1u << NumModes) - 1
  };
  unsigned Bits;

  bool has(unsigned Bit) const { return Bits & Bit; }
  bool detailed() const { return Bits; }
};

/// A row of the table of modes.
struct NamedMode {
  const char *Name;
  unsigned Bit;
  unsigned long Room; ///< In bytes.
};

inline constexpr NamedMode NamedModes[] = {
#define ANOMALLOC_MODE(Bit, Name, Room) {Name, Mode::Bit, Room##ul << 20},
#include "anomalloc/Modes.def"
};

/// The name of the mode that records nothing beside the counts.
inline constexpr char NameOfCount[] = "count";

/// The values that the option may have, in words.
inline constexpr char ModesInWords[] = "count"
#define ANOMALLOC_MODE(Bit, Name, Room) ", " Name
#include "anomalloc/Modes.def"
                                       "; several are joined by '+'";

/// What modes record, for the middle of help texts.
#define ANOMALLOC_RECORDED "stacks, lifetimes and events"

struct ModeName {
  /// Long enough for all names together.
  char Text[sizeof(ModesInWords)] = {};

  void add(const char *Name) {
    char *End = Text + __builtin_strlen(Text);
    if (End != Text)
      *End++ = '+';
    // AddressSanitizer's strcpy(3) may not be called before it is ready.
    do
      *End++ = *Name;
    while (*Name++);
  }
};

/// "lifetime+stacks": the names in the order of the table.
inline ModeName nameOf(const Mode &M) {
  ModeName Name;
  for (const NamedMode &Row : NamedModes)
    if (M.has(Row.Bit))
      Name.add(Row.Name);
  if (!*Name.Text)
    Name.add(NameOfCount);
  return Name;
}

/// Reads "stacks" or "stacks+lifetime" into \p Out. False if \p Text is no
/// mode; \p Out is then as it was.
inline bool readMode(Mode &Out, const char *Text) {
  Mode Sum = {};
  for (;; ++Text) {
    unsigned long Size = 0;
    while (Text[Size] && Text[Size] != '+')
      ++Size;
    auto Is = [&](const char *Name) {
      return !__builtin_strncmp(Name, Text, Size) && !Name[Size];
    };
    bool Found = Is(NameOfCount);
    for (const NamedMode &Row : NamedModes)
      if (Is(Row.Name)) {
        Sum.Bits |= Row.Bit;
        Found = true;
      }
    if (!Found)
      return false;
    Text += Size;
    if (!*Text)
      break;
  }
  // What a block's accesses belong to is the row of its life.
  if (Sum.has(Mode::Access))
    Sum.Bits |= Mode::Lifetime;
  Out = Sum;
  return true;
}

} // namespace anomalloc

#endif // ANOMALLOC_MODE_H
