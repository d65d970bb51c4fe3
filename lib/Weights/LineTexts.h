//===- LineTexts.h - where the lines of a run stand today -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A source may be edited after the run. Then line 12 of the measurements has
// another number today. The text of the line tells which number that is.
//
//   run           today
//   1 f() {       1 // new
//   2   g();  ->  2 f() {
//   3   h();  .   3   g();
//   4 }       ->  4 }
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_WEIGHTS_LINETEXTS_H
#define ANOMALLOC_WEIGHTS_LINETEXTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace anomalloc {

/// How many hexadecimal digits the hash of a line (lineTexts) has.
constexpr unsigned LineTextDigits = 6;

/// A hash of the text of each line of the text \p File: 24 bits of the line's
/// xxh3. White space at both ends of the line does not count.
std::vector<uint32_t> lineTexts(llvm::StringRef File);

/// Maps the lines of one version of a file to the lines of another version.
/// Lines are counted from 1.
class LineMap {
public:
  /// Maps each line to itself.
  LineMap() = default;
  LineMap(llvm::ArrayRef<uint32_t> Then, llvm::ArrayRef<uint32_t> Now);

  /// Nullopt: the line is new, or was changed.
  std::optional<uint32_t> then(uint32_t Now) const;
  /// Nullopt: the line is gone, or was changed.
  std::optional<uint32_t> now(uint32_t Then) const;

private:
  void match(llvm::ArrayRef<uint32_t> Then, llvm::ArrayRef<uint32_t> Now,
             uint32_t ThenFirst, uint32_t NowFirst);

  bool Same = true;
  std::vector<uint32_t> ToNow, ToThen; ///< By line - 1; 0: none.
};

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_LINETEXTS_H
