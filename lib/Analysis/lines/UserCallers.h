//===- UserCallers.h - who leads to a site in a library ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LINES_USERCALLERS_H
#define ANOMALLOC_ANALYSIS_LINES_USERCALLERS_H

#include "Analysis/lines/MakerGraph.h"
#include "Analysis/lines/Makers.h"
#include "Analysis/sites/LoopDepth.h"

namespace anomalloc {

/// Lines of the user's code; the lines deepest in loops come first.
struct UserLines {
  std::vector<Frame> Lines;
  uint64_t Others = 0; ///< How many lines were left out.
  /// The functions that hold these lines after inlining; linkage names.
  std::vector<llvm::StringRef> Functions;
  /// Whether each of Functions says when it is entered and left.
  bool TellActivations = true;

  uint64_t size() const { return Lines.size() + Others; }
};

/// Finds the user's lines that call the library function that holds a site,
/// directly or through other library functions. If there is one line, it made
/// every allocation of the site, as far as instrumented code goes. If there are
/// several, each of them may have made some.
class UserCallers {
public:
  /// The largest number of lines that are kept: popular functions have
  /// thousands.
  static constexpr size_t MaxLines = 64;

  /// \p P and \p Depths must outlive this object. Keeps at most \p Most lines
  /// of each site.
  UserCallers(const Profile &P, const LoopDepths &Depths,
              size_t Most = MaxLines);

  /// The lines that lead to \p S. Empty if \p S has a user frame of its own, or
  /// if no caller is known.
  const UserLines &of(const Site &S);

private:
  UserLines find(uint64_t Function) const;

  const Profile &P;
  const LoopDepths &Depths;
  const size_t Most;
  MakerGraph Graph;
  Makers Who;
  std::map<uint64_t, UserLines> Found;
  UserLines None;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_USERCALLERS_H
