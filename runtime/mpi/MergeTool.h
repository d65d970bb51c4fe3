//===- MergeTool.h - 'anomalloc merge' as a helper --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_MPI_MERGETOOL_H
#define ANOMALLOC_RUNTIME_MPI_MERGETOOL_H

#include "process/Text.h"

namespace anomalloc::runtime {

/// The most files that can be merged in one go: a rank's own, and one of each
/// child of a rank (RankTree.h).
constexpr unsigned MostInputs = 33;

/// Merges the profiles \p Inputs, NumInputs of them, to the file \p Output,
/// which is there only afterwards. Runs the program anomalloc that was
/// installed with this library, and waits for it. False, and the reason in
/// \p Why, if that failed. \p PeakKiB is the most memory that the program had.
bool mergeProfiles(const char *const *Inputs, unsigned NumInputs,
                   const char *Output, Text &Why, long &PeakKiB);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_MPI_MERGETOOL_H
