//===- UsesOfLines.h - what is made at lines, as compiled -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LINES_USESOFLINES_H
#define ANOMALLOC_ANALYSIS_LINES_USESOFLINES_H

#include "Profile/Profile.h"
#include <tuple>

namespace anomalloc {

/// The uses of the objects that source lines make, as the compiler knew them.
/// They are looked up for levels of stacks, which tell only the line. \p P must
/// outlive this object.
class UsesOfLines {
public:
  explicit UsesOfLines(const Profile &P);

  /// The use of the object made at \p Level. It is Unknown if the uses of
  /// several objects of the line differ.
  ObjectUse at(const Frame &Level) const;

private:
  using Line = std::tuple<llvm::StringRef, llvm::StringRef, uint32_t>;
  static Line lineOf(const Frame &F) { return {F.Function, F.File, F.Line}; }
  void add(const InlineChain &Its);

  std::map<Line, ObjectUse> Uses;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_USESOFLINES_H
