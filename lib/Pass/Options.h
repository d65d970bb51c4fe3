//===- Options.h - options of the pass plugin -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_OPTIONS_H
#define ANOMALLOC_PASS_OPTIONS_H

#include <string>
#include <vector>

namespace anomalloc {

/// The values of the plugin's options: one member for each row of Options.def.
struct PassOptions {
#define ANOMALLOC_PASS_STRING(Member, Name, Value, Help) std::string Member;
#define ANOMALLOC_PASS_LIST(Member, Name, Value, Help)                         \
  std::vector<std::string> Member;
#define ANOMALLOC_PASS_FLAG(Member, Name, Default, Help) bool Member = Default;
#define ANOMALLOC_PASS_BYTES(Member, Name, Default, Help)                      \
  unsigned Member = Default;
#include "Options.def"

  static PassOptions fromCommandLine();
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_OPTIONS_H
