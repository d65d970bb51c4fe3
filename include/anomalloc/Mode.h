//===- Mode.h - what is recorded beside the counts --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the runtime and `anomalloc record` understand by the option `mode`: one
/// or more names of the table of modes in RuntimeOptions.def, joined by '+' in
/// any order. Saying a name twice is saying it once. Safe in any thread, and
/// before any constructor.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_MODE_H
#define ANOMALLOC_MODE_H

namespace anomalloc {

/// What is recorded beside the counts, which all modes record.
struct Mode {
  bool Stacks;
  bool Lifetime;

  bool detailed() const { return Stacks || Lifetime; }
};

inline constexpr struct {
  const char *Name;
  Mode What;
} Modes[] = {
#define ANOMALLOC_MODE(Name, Stacks, Lifetime) {Name, {Stacks, Lifetime}},
#include "anomalloc/RuntimeOptions.def"
};

/// The name of \p M in the table of modes.
inline const char *nameOf(const Mode &M) {
  for (const auto &Row : Modes)
    if (Row.What.Stacks == M.Stacks && Row.What.Lifetime == M.Lifetime)
      return Row.Name;
  return "";
}

/// Reads "stacks" or "stacks+lifetime" into \p Out. False if \p Text is no
/// mode; \p Out is then as it was.
inline bool readMode(Mode &Out, const char *Text) {
  Mode Sum = {false, false};
  for (;; ++Text) {
    unsigned long Size = 0;
    while (Text[Size] && Text[Size] != '+')
      ++Size;
    bool Found = false;
    for (const auto &Row : Modes)
      if (!__builtin_strncmp(Row.Name, Text, Size) && !Row.Name[Size]) {
        Sum.Stacks |= Row.What.Stacks;
        Sum.Lifetime |= Row.What.Lifetime;
        Found = true;
      }
    if (!Found)
      return false;
    Text += Size;
    if (!*Text)
      break;
  }
  Out = Sum;
  return true;
}

} // namespace anomalloc

#endif // ANOMALLOC_MODE_H
