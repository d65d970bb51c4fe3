//===- LineWeights.h - how often the lines of a file run --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_WEIGHTS_LINEWEIGHTS_H
#define ANOMALLOC_WEIGHTS_LINEWEIGHTS_H

#include "Weights/Level.h"
#include <map>

namespace anomalloc {

/// What a unit shows of a file's lines, for those who find something there and
/// do not know loops. It travels as the message of a diagnostic:
///
///   anomalloc-lines: no C++; cold file; 12=loop; 14-17=nested loops; 20=once a
///   call
struct LineWeights {
  /// Takes the heavier where \p Line has a weight already.
  void add(unsigned Line, Weight Heavy);
  /// Adds what another unit shows of the same file.
  void add(const LineWeights &Other);
  std::optional<Weight> of(unsigned Line) const;

  std::string message() const;
  /// Nullopt: the text is no such message.
  static std::optional<LineWeights> parse(llvm::StringRef Message);

  bool Cold = false;  ///< One of the ColdFiles.
  bool NoCxx = false; ///< Of another language: no check looks at it.
  std::map<unsigned, Weight> Lines;
};

/// The check of this name says it, one diagnostic a file, at its start. It is
/// for `anomalloc lint` alone, and silent without its option.
constexpr char LineWeightsCheckName[] = "internal-line-weights";
constexpr char LineWeightsOption[] = "Tell";

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_LINEWEIGHTS_H
