//===- Remedies.h - what to change, by who makes the blocks -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_REMEDIES_H
#define ANOMALLOC_ANALYSIS_CHANGES_REMEDIES_H

#include "Analysis/changes/Findings.h"

namespace anomalloc {

/// Where a change is made, and which lines have one entry together.
enum class RemedyPlace {
  Line,   ///< In the line. All lines of a function have one entry.
  Callee, ///< In the function that the lines call. These lines have one entry.
  Type,   ///< In the type that the innermost maker makes: one entry a maker.
  Maker,  ///< In the line of the innermost maker.
  Taker,  ///< In the line of the maker that copies a parameter.
};

/// A row of Remedies.def.
struct Remedy {
  RemedyPlace Where = RemedyPlace::Line;
  Work Its = Work::Fill; ///< The work that goes away with the blocks.
  std::string Text;
  /// Nothing tells whether the blocks are needed as they are.
  bool MayBeNeeded = false;
  /// The remedy also takes away blocks that stay.
  bool HelpsWhatStays = false;
};

/// The program's own maker that \p Fix changes for \p Line. Null if \p Fix
/// changes the line itself.
const Frame *makerToChange(const Remedy &Fix, const ChangeLine &Line);

/// The remedy for the blocks of \p G that \p Line made and that the anomaly
/// \p Kind is about. It is the advice of the anomaly, or a more precise remedy
/// if the functions between the line and the allocation tell one.
Remedy remedyFor(const BlockGroup &G, const ChangeLine &Line, AnomalyKind Kind);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_REMEDIES_H
