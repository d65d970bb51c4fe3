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

/// Fewer allocations than that on a line are no news: 1 % of all of the run,
/// and \p MinAllocations.
uint64_t leastHot(const Measurements &Run, uint64_t MinAllocations);

/// The chains that some findings have. What makers made is measured by their
/// own lines and by the lines that called them: whoever has one has the other,
/// as far as it cannot come from elsewhere.
class Explained {
public:
  explicit Explained(const MeasuredWeights &Weights);

  void add(llvm::ArrayRef<uint32_t> Chains);
  bool contains(uint32_t Chain) const;

  /// The chains that ran and that no finding has: a sum for each line to change
  /// and its function, by file and line; those with \p Least allocations and
  /// more, of \p File (an index of Measurements::Files) or of all, and
  /// of the chains \p Only.
  std::vector<Measured> rest(uint64_t Least,
                             std::optional<uint32_t> File = {},
                             const std::set<uint32_t> *Only = nullptr) const;

private:
  const MeasuredWeights &Weights;
  llvm::BitVector Known;
  std::unordered_set<uint64_t> KnownSites; ///< Of the makers' chains in Known.
  /// By site of makers: the calls that may have led there.
  std::unordered_map<uint64_t, std::vector<uint32_t>> CallsOf;
  std::unordered_map<uint64_t, uint64_t>
      MadeAt; ///< By site of makers: allocations.
};

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_EXPLAINED_H
