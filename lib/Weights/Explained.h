//===- Explained.h - allocations that findings explain ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_WEIGHTS_EXPLAINED_H
#define ANOMALLOC_WEIGHTS_EXPLAINED_H

#include "Weights/MeasuredWeights.h"
#include "llvm/ADT/BitVector.h"
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace anomalloc {

/// The fewest allocations on a line that are worth a message: 1 % of all
/// allocations of the run, but at least \p MinAllocations.
uint64_t leastHot(const Measurements &Run, uint64_t MinAllocations);

/// The chains that some findings have. The blocks of makers are measured twice:
/// by chains of the makers' own lines, and by chains of the lines that called
/// the makers. If the findings have the one kind of chain for some blocks, they
/// count as having the other kind, too, unless its blocks may come from
/// elsewhere (more than a tenth of them, if the chain is a call's).
class Explained {
public:
  explicit Explained(const MeasuredWeights &Weights);

  void add(llvm::ArrayRef<uint32_t> Chains);
  bool contains(uint32_t Chain) const;

  /// The chains that ran and that no finding has, as sums: one for each line to
  /// change and its function, sorted by file and line. Sums of fewer than
  /// \p Least allocations are left out. If \p File is given (an index of
  /// Measurements::Files), only chains with their line to change in that file
  /// count. If \p Only is not null, only its chains count.
  std::vector<Measured> rest(uint64_t Least, std::optional<uint32_t> File = {},
                             const std::set<uint32_t> *Only = nullptr) const;

private:
  const MeasuredWeights &Weights;
  llvm::BitVector Known;
  std::unordered_set<uint64_t> KnownSites; ///< Of makers' chains in Known.
  /// By site of makers: the chains of the calls that may have led to the site.
  std::unordered_map<uint64_t, std::vector<uint32_t>> CallsOf;
  std::unordered_map<uint64_t, uint64_t>
      MadeAt; ///< By site of makers: allocations.
};

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_EXPLAINED_H
