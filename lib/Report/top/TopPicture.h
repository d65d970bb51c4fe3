//===- TopPicture.h - what 'anomalloc top' shows ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_TOP_TOPPICTURE_H
#define ANOMALLOC_REPORT_TOP_TOPPICTURE_H

#include "Analysis/lines/UserCallers.h"
#include "Analysis/totals/LiveRates.h"
#include "Report/text/TextStyle.h"

namespace anomalloc {

/// The state of the program, as far as it can be seen from outside.
enum class ProgramState {
  Running,
  Ended,    ///< In order.
  Gone,     ///< Without its exit handlers: killed, or by _exit.
  Replaced, ///< It is now another program, one without a profile.
  Unknown,  ///< On another machine, or in the past.
};

/// The user's choices, and the facts that are known beside the counts.
struct TopChoice {
  ProgramState State = ProgramState::Running;
  uint64_t RunTime = 0; ///< Nanoseconds.
  LiveView View = LiveView::Sites;
  LiveSort Sort = LiveSort::Rate;
  size_t First = 0; ///< The first row to show.
  bool Paused = false;
  bool Help = false;
  bool Keys = true; ///< A last line names the keys.
  double Interval = 1;
};

/// "sites" and so on.
llvm::StringRef nameOf(LiveView V);
/// "rate" and so on.
llvm::StringRef nameOf(LiveSort S);
llvm::StringRef nameOf(ProgramState S);

/// Finds the names of the rows of one program. Caches the results that are slow
/// to compute.
class LiveNames {
public:
  explicit LiveNames(const Profile &P) : P(P) {}

  /// The name of the row \p Key, printable and in at most \p Width columns.
  std::string shortName(LiveView V, LiveKey Key, size_t Width);
  /// The user's lines that lead to a site in a library.
  const UserLines &callersOf(const Site &S);

private:
  std::string siteName(const Site &S, const TextStyle &Style);

  const Profile &P;
  size_t Sites = 0;
  std::unique_ptr<LoopDepths> Depths;
  std::unique_ptr<UserCallers> Callers;
};

/// The levels of \p S that are the program's own, or all if none is, in at most
/// \p Width columns: "parse <- load <- main". Printable.
std::string stackName(const LiveStack &S, size_t Width);

/// Draws at most \p Height lines of at most Style.Width columns.
/// \code
/// ./solver input.dat                          pid 4711, running for 1 min 23 s
/// \endcode
std::vector<std::string> drawTop(const Profile &P, const LiveRates &R,
                                 const RateHistory &History, LiveNames &Names,
                                 const TopChoice &Choice, size_t Height,
                                 const TextStyle &Style);
/// The number of table rows that fit into \p Height lines. \p Keys: as in
/// TopChoice.
size_t rowsOfTop(size_t Height, bool Keys);

/// Writes one document in one line, as `anomalloc schema top` describes it.
/// Each table has at most \p Limit rows (0: all).
void writeJsonTop(llvm::raw_ostream &To, const Profile &P, const LiveRates &R,
                  LiveNames &Names, const TopChoice &Choice, size_t Limit);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_TOP_TOPPICTURE_H
