//===- UnitTable.h - the sites of one unit, as plain data -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rows that the pass collects from a module. After all rows are collected,
/// Format/SiteTableWriter.h turns them into bytes.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_SITES_UNITTABLE_H
#define ANOMALLOC_PASS_SITES_UNITTABLE_H

#include "Format/SiteTable.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <tuple>

namespace anomalloc {

/// Indices of rows.
using FunctionIndex = uint32_t;
using FrameIndex = uint32_t;
using LoopRowIndex = uint32_t;

class UnitTable : public SiteTable {
public:
  /// Returns a copy of \p S for a row. The copy lives as long as the table.
  /// Equal strings have one copy.
  llvm::StringRef string(llvm::StringRef S) {
    return Strings.insert(S).first->getKey();
  }
  FunctionIndex function(llvm::StringRef LinkageName, llvm::StringRef File,
                         unsigned Line, llvm::StringRef Unit);
  FrameIndex frame(Frame Row);

  /// Takes \p Count consecutive slots, and returns the first one.
  unsigned takeSlots(unsigned Count) {
    unsigned First = NumSlots;
    NumSlots += Count;
    return First;
  }

  /// For each row of Sites: whether its chain has no line to change.
  std::vector<bool> InMakersAlone;
  unsigned NumSlots = 0;
  /// The first slot of the maker calls that count. Each has two consecutive
  /// ones.
  unsigned FirstCallerSlot = 0;
  unsigned NumCallers = 0;

private:
  // Texts that are one have one address.
  llvm::StringSet<> Strings;
  std::map<std::tuple<const char *, const char *, unsigned, const char *>,
           FunctionIndex>
      FunctionIndices;
  std::map<
      std::tuple<unsigned, FunctionIndex, const char *, unsigned, unsigned>,
      FrameIndex>
      FrameIndices;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SITES_UNITTABLE_H
