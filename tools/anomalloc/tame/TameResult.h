//===- TameResult.h - what a taming has done --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_TAME_TAMERESULT_H
#define ANOMALLOC_ANOMALLOC_TAME_TAMERESULT_H

#include "Report/text/TextStyle.h"
#include "tame/Taming.h"

namespace anomalloc {

/// Writes the result as text: a table by step, what was taken back and why,
/// what needs a person, and where the commits are.
void writeTameText(llvm::raw_ostream &OS, const Taming &Its,
                   const TextStyle &Style);

/// Writes the same for a merge request.
void writeTameMarkdown(llvm::raw_ostream &OS, const Taming &Its);

/// Writes the document of 'anomalloc schema tame'.
void writeTameJson(llvm::raw_ostream &OS, const Taming &Its);

/// The line that sums all steps up.
std::string tameHeadline(const Taming &Its);

/// A row of the table by step. It must not outlive the taming.
struct TameRow {
  static constexpr llvm::StringLiteral AsItWas = "as it was";
  std::string Step;
  llvm::ArrayRef<TameChange> Changes; ///< Empty: the start.
  /// A number, and its part of the start in per cent.
  std::string Allocations, AllocationShare, Bytes, ByteShare, Peak, PeakShare;
  std::string Time, TimeShare; ///< Empty if time was not measured.
};
std::vector<TameRow> tameRows(const Taming &Its);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_TAME_TAMERESULT_H
