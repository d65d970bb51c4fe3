//===- UnitTable.h - the sites of one unit, as plain data -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the pass collects of a module. Collected first, rendered after:
/// Format/SiteTableWriter.h makes the bytes.
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
  /// \p S, for a row: it lives as long as the table, and equal ones are one.
  llvm::StringRef string(llvm::StringRef S) {
    return Strings.insert(S).first->getKey();
  }
  FunctionIndex function(llvm::StringRef LinkageName, llvm::StringRef File,
                         unsigned Line, llvm::StringRef Unit);
  FrameIndex frame(Frame Row);

  /// Gives out \p Count counters in a row.
  unsigned takeSlots(unsigned Count) {
    unsigned First = NumSlots;
    NumSlots += Count;
    return First;
  }

  /// By row of Sites: there is no line to change in its chain.
  std::vector<bool> InMakersAlone;
  unsigned NumSlots = 0;
  /// The first slot of the maker calls that count. Each takes two, in a row.
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
