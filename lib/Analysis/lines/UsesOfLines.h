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

/// What the compiler knew of the objects that lines make, for levels of stacks,
/// which say no more than the line. \p P must outlive it.
class UsesOfLines {
public:
  explicit UsesOfLines(const Profile &P);

  /// Unknown where objects of one line differ.
  ObjectUse at(const Frame &Level) const;

private:
  using Line = std::tuple<llvm::StringRef, llvm::StringRef, uint32_t>;
  static Line lineOf(const Frame &F) { return {F.Function, F.File, F.Line}; }
  void add(llvm::ArrayRef<Frame> Chain, std::optional<uint32_t> ChangeFrame);

  std::map<Line, ObjectUse> Uses;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_USESOFLINES_H
