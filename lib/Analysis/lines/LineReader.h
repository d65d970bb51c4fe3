//===- LineReader.h - the line that something leads to ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the line to change off an inline chain, a stack, a maker call, or a
/// way from makers to their callers. What the lines made is added up elsewhere
/// (ChangeLines.h). Not thread-safe.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LINES_LINEREADER_H
#define ANOMALLOC_ANALYSIS_LINES_LINEREADER_H

#include "Analysis/lines/ChangeLines.h"
#include "Analysis/lines/Makers.h"
#include "Analysis/lines/UsesOfLines.h"
#include "Analysis/lines/WayList.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace anomalloc {

class LineReader {
public:
  LineReader(const Profile &P, const LoopDepths &Depths);

  const MakerGraph &graph() const { return Graph; }

  /// Returns one and the same linkage name for all the names that a constructor
  /// or destructor has (C1, C2).
  llvm::StringRef oneName(llvm::StringRef Callee);
  /// The line of the site's own chain; none if all its levels are makers.
  const std::optional<ChangeLine> &lineOfChain(SiteIndex Index);
  std::optional<ChangeLine> lineOfStack(const StackCount &C);
  /// \p Call has a line to change.
  ChangeLine lineOfCall(const MakerCall &Call);
  /// The ways out of a site whose levels are all makers, each with the line
  /// where it ends.
  WayList::Callers callersOf(SiteIndex Site);

private:
  ChangeLine lineOfPath(const MakerPath &Path, const Site &S);

  const Profile &P;
  const LoopDepths &Depths;
  Makers Who;
  MakerGraph Graph;
  UsesOfLines Uses;
  std::vector<std::optional<std::optional<ChangeLine>>> Chains;
  llvm::StringMap<llvm::StringRef>
      NamesInSource; ///< Name in the source to the first linkage name.
  llvm::DenseMap<llvm::StringRef, llvm::StringRef> OneNames;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_LINEREADER_H
