//===- Explained.h - allocations that findings explain ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_EXPLAINED_H
#define ANOMALLOC_LINT_EXPLAINED_H

#include "Lint/Measure.h"
#include "Lint/Project.h"
#include "llvm/ADT/BitVector.h"
#include <map>
#include <set>

namespace anomalloc::lint {

/// The chains that some findings have. What makers made is measured by their
/// own lines and by the lines that called them: whoever has one has the other,
/// as far as it cannot come from elsewhere.
class Explained {
public:
  explicit Explained(const MeasuredWeights &Weights);

  void add(llvm::ArrayRef<uint32_t> Chains);
  bool contains(uint32_t Chain) const;

private:
  const MeasuredWeights &Weights;
  llvm::BitVector Known;
  std::set<uint64_t> KnownSites; ///< Of the makers' chains in Known.
  /// By site of makers: the calls that may have led there.
  std::map<uint64_t, std::vector<uint32_t>> CallsOf;
};

/// Measured, and no finding explains it.
struct Unexplained {
  std::vector<SourceLevel> Levels; ///< The line to change, and who called it.
  Measured Sum;
  std::optional<double> Share;
};

/// What is hot and has no finding, most allocations first.
struct Rest {
  std::vector<Unexplained> Lines; ///< Of the project.
  /// Lines in files that are not of the project, and code without lines.
  std::vector<Unexplained> Elsewhere;
};

/// Lines with fewer allocations than \p Least do not count.
Rest findRest(const MeasuredWeights &Weights, llvm::ArrayRef<Finding> Findings,
              const Project &P, Measurer &Measure, uint64_t Least);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_EXPLAINED_H
