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

/// Where a change is made, and what it joins.
enum class RemedyPlace {
  Line,   ///< In the line: all lines of a function are one place.
  Callee, ///< In what the lines call: all lines that call it are one place.
  Type,   ///< In the type that the innermost maker makes, likewise.
  Maker,  ///< In the line of the innermost maker.
  Taker,  ///< In the line of the maker that copies a parameter.
};

/// A row of Remedies.def.
struct Remedy {
  RemedyPlace Where = RemedyPlace::Line;
  Work Its = Work::Fill; ///< What goes away with the blocks.
  llvm::StringRef Text;
  /// Nothing tells whether the blocks are needed as they are.
  bool MayBeNeeded = false;
  /// It takes away blocks that stay, too.
  bool HelpsWhatStays = false;
};

/// The maker of the program's own that \p Fix is about, for \p Line; null if
/// it is about the line itself.
const Frame *makerToChange(const Remedy &Fix, const ChangeLine &Line);

/// What changes the blocks of \p G that \p Line made and that the anomaly \p
/// Kind is about: as the anomaly advises, or more precisely, if the functions
/// between the line and the allocation tell.
Remedy remedyFor(const BlockGroup &G, const ChangeLine &Line, AnomalyKind Kind);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_REMEDIES_H
