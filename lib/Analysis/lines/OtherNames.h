//===- OtherNames.h - functions that are called by other names --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LINES_OTHERNAMES_H
#define ANOMALLOC_ANALYSIS_LINES_OTHERNAMES_H

#include "Profile/Profile.h"
#include "llvm/ADT/iterator_range.h"
#include <map>

namespace anomalloc {

/// The other names by which functions are called. A unit that only declares a
/// constructor calls it by its name C1. The unit that defines the constructor
/// as C2 has a CallEdge from C1 to C2, but no maker call from C1 to C2.
class OtherNames {
public:
  explicit OtherNames(const Profile &P);

  /// Hashes of the names by which units elsewhere call \p Function.
  auto of(uint64_t Function) const { return range(NamesOf, Function); }
  /// Hashes of the functions that \p Name is another name of.
  auto named(uint64_t Name) const { return range(Named, Name); }

private:
  using Table = std::multimap<uint64_t, uint64_t>;
  static llvm::iterator_range<Table::const_iterator> range(const Table &T,
                                                           uint64_t Key) {
    auto [Begin, End] = T.equal_range(Key);
    return {Begin, End};
  }

  Table NamesOf, Named;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_OTHERNAMES_H
