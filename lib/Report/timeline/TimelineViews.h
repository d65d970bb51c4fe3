//===- TimelineViews.h - live memory over a run -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_TIMELINE_TIMELINEVIEWS_H
#define ANOMALLOC_REPORT_TIMELINE_TIMELINEVIEWS_H

#include "Analysis/lifetimes/TraceBands.h"
#include "Report/text/TextStyle.h"

namespace anomalloc {

/// \code
///   Live memory   3,117 allocations, 3,012 frees
///     peak 23.1 MiB in 101,344 blocks, when 640 MiB were allocated, at 0.61 s
///     over 1.2 GiB of allocations: ▁▂▃▅▇████▇▅▂
///     over 1.23 s:                 ▁▁▂▅▇████▇▅▂
///
///   Who held the peak   12 of 30 rows
///     #    bytes       %  blocks  at end  section
///     1 12.2 MiB  53.1 %  16,384     0 B  solve
///       LocalProblem::solve @ local_problem.cpp:8:46 <- operator new
/// \endcode
/// Writes at most \p Limit rows; 0 means all. The texts of T.Model must be
/// printable.
void writeTextTimeline(llvm::raw_ostream &OS, const TraceTimeline &T,
                       const TextStyle &Style, size_t Limit);

/// Writes everything, as `anomalloc schema timeline` describes it. If \p Bands
/// is null, the holders of live memory are known only for the peak.
void writeJsonTimeline(llvm::raw_ostream &OS, const TraceTimeline &T,
                       const TraceBands *Bands);

/// Writes one line for each point: axis (bytes_allocated or nanoseconds), from,
/// to, live bytes and live blocks.
void writeCsvTimeline(llvm::raw_ostream &OS, const TraceTimeline &T);

/// Writes a picture of the live bytes over each axis. The holders of most bytes
/// at the peak have a band each, and their names stand below. The peak is
/// marked. If \p Bands is null, only the holders at the peak are known. The
/// texts of T.Model must be printable.
void writeSvgTimeline(llvm::raw_ostream &OS, const TraceTimeline &T,
                      const TraceBands *Bands);

/// The place of the holder \p H. It fits into a line behind \p Indent columns.
std::string placeOf(const TraceTimeline::Holder &H, const Profile &P,
                    const TextStyle &Style, size_t Indent);

/// "23.1 MiB in 101,344 blocks, when 640 MiB were allocated, at 0.61 s".
std::string peakText(const TraceTimeline &T, const TextStyle &Style);

/// The section of \p H; "outside" if no section was open.
std::string sectionOf(const TraceTimeline::Holder &H, const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_TIMELINE_TIMELINEVIEWS_H
