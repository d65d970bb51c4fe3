//===- Options.h - the runtime's options ------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads ANOMALLOC_OPTIONS=key=value:key=value, by the table
/// RuntimeOptions.def. Unknown keys and unreadable values are ignored, and
/// reported on standard error. A program reports them once: its forked children
/// do not report them again. With `enabled=0` nothing is reported.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROCESS_OPTIONS_H
#define ANOMALLOC_RUNTIME_PROCESS_OPTIONS_H

#include "anomalloc/Mode.h"
#include "anomalloc/Sampling.h"
#include <stddef.h>
#include <stdint.h>

namespace anomalloc::runtime {

/// A list of sizes and ranges of sizes. An empty list contains all sizes. Valid
/// when zeroed.
struct SizeList {
  struct Range {
    uint64_t First, Last;
  };
  static constexpr unsigned Max = 64;
  Range Ranges[Max];
  unsigned Count;

  bool contains(uint64_t Size) const {
    if (!Count)
      return true;
    for (unsigned I = 0; I != Count; ++I)
      if (Size >= Ranges[I].First && Size <= Ranges[I].Last)
        return true;
    return false;
  }
};

struct Options {
  using string = char[1024];
  using number = uint64_t;
  using bytes = uint64_t;
  using recording = Mode;
  using sizelist = SizeList;
  using sampling = Sampling;

#define ANOMALLOC_OPTION(Type, Name, Default, Help) Type Name;
#include "anomalloc/RuntimeOptions.def"

  /// Sets the defaults, then reads the options in \p Own, then those in
  /// \p Given, which so win. Only one thread at a time may call it.
  void parse(const char *Own, const char *Given);
};

/// The value of an environment variable; null if it is not set. Safe before the
/// C library has set itself up. As with getenv(3), no other thread may call
/// setenv(3) meanwhile.
const char *environmentValue(const char *Name);

/// The value of the first of the variables \p Names that is set; null if none
/// is.
template <size_t N> const char *firstValue(const char *const (&Names)[N]) {
  for (const char *Name : Names)
    if (const char *Value = environmentValue(Name))
      return Value;
  return nullptr;
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROCESS_OPTIONS_H
