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

/// How the program is, as far as one sees from outside.
enum class ProgramState {
  Running,
  Ended,    ///< In order.
  Gone,     ///< Without its exit handlers: killed, or by _exit.
  Replaced, ///< It is another program now, and that has no profile.
  Unknown,  ///< On another machine, or in the past.
};

/// What the user chose, and what is known beside the counts.
struct TopChoice {
  ProgramState State = ProgramState::Running;
  uint64_t RunTime = 0; ///< Nanoseconds.
  LiveView View = LiveView::Sites;
  LiveSort Sort = LiveSort::Rate;
  size_t First = 0; ///< Row to begin with.
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

/// Names of the rows of one program. Keeps what is slow to find.
class LiveNames {
public:
  explicit LiveNames(const Profile &P) : P(P) {}

  /// In at most \p Width columns; printable.
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

/// At most \p Height lines of at most Style.Width columns.
/// \code
/// ./solver input.dat                          pid 4711, running for 1 min 23 s
/// \endcode
std::vector<std::string> drawTop(const Profile &P, const LiveRates &R,
                                 const RateHistory &History, LiveNames &Names,
                                 const TopChoice &Choice, size_t Height,
                                 const TextStyle &Style);
/// Rows of the table that fit into \p Height lines.
size_t rowsOfTop(size_t Height, bool Keys);

/// One document in one line, as docs/top.schema.json says; \p Limit rows of
/// each table (0: all).
void writeJsonTop(llvm::raw_ostream &To, const Profile &P, const LiveRates &R,
                  LiveNames &Names, const TopChoice &Choice, size_t Limit);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_TOP_TOPPICTURE_H
