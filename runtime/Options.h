//===- Options.h - the runtime's options ------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ANOMALLOC_OPTIONS=key=value:key=value, by the table RuntimeOptions.def.
/// Unknown keys and unreadable values keep their defaults, and are told on
/// standard error when `verbose=1` stands among the options.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_OPTIONS_H
#define ANOMALLOC_RUNTIME_OPTIONS_H

#include <stdint.h>

namespace anomalloc {

struct Options {
  using string = char[1024];
  using number = uint64_t;

#define ANOMALLOC_OPTION(Type, Name, Default, Help) Type Name;
#include "anomalloc/RuntimeOptions.def"

  /// Sets the defaults, then reads \p Text (null: defaults only).
  void parse(const char *Text);
};

/// The value of an environment variable, or null. Safe before the C library
/// has set itself up. Not thread-safe against setenv(3), like getenv(3).
const char *environmentValue(const char *Name);

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_OPTIONS_H
