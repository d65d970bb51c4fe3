//===- ModelShape.h - what the file of a model holds ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The payload of format::ModelRecord, described once (Format/Shape.h).
/// ModelEncoder.cpp writes what stands here, ModelDecoder.cpp reads it,
/// ModelFromYaml.cpp (tools/yaml2profile) reads it in YAML, and Renumbering.h
/// knows from it which fields name rows. A new field is one line, and a new
/// FileVersion. Beside the general words an archive has
///
///   model()         the model, as far as it is known
///   frames()        the levels of its inline chains
///   index(What, I)  the number of a row (enum class SiteIndex ...) that exists
///                   already; an optional one is stored plus one
///   chain(C)        the number of the chain's innermost frame
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_MODELSHAPE_H
#define ANOMALLOC_PROFILE_MODELSHAPE_H

#include "Format/Shape.h"
#include "Format/SiteTableShape.h"
#include "Profile/FrameTree.h"
#include "Profile/Profile.h"

namespace anomalloc {

template <typename Archive>
void describe(Archive &A, Seen<Archive, TimelinePoint> &P) {
  A.field("bytes", P.Bytes);
  A.field("blocks", P.Blocks);
  A.field("usable bytes", P.UsableBytes);
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, LifetimeTotals> &T) {
  A.field("peak", T.PeakBytes);
  A.field("unknown frees", T.UnknownFrees);
  A.field("not watched", T.Unwatched);
  A.field("bytes not watched", T.UnwatchedBytes);
  A.field("temporary limit", T.TemporaryLimit);
  A.field("timed", T.Timed);
  A.field("clock step", T.ClockStep);
  A.below("timeline step", T.TimelineShift, 64);
  A.field("usable bytes known", T.UsableKnown);
  A.rows("points", T.Timeline);
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, format::SpaceSums> &S) {
  A.field("blocks", S.Blocks);
  A.field("bytes", S.Bytes);
  A.field("freed blocks", S.FreedBlocks);
  A.field("freed bytes", S.FreedBytes);
  A.field("peak", S.PeakBytes);
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, Process> &P) {
  A.field("file", P.File);
  A.bits("exited, interposed, bypassed, frees seen, peak", P.Exited,
         P.Interposed, P.Bypassed, P.FreesSeen, P.Lifetimes);
  A.field("dropped events", P.DroppedEvents);
  A.field("dropped bytes", P.DroppedBytes);
  A.field("start", P.StartTime);
  A.field("end", P.EndTime);
  A.field("units", P.Units);
  A.rows("keys", P.Info, [](auto &A, auto &KeyAndValue) {
    A.field("key", KeyAndValue.first);
    A.field("value", KeyAndValue.second);
  });
  if (P.Lifetimes)
    describe(A, *P.Lifetimes);
}

template <typename Archive> void describe(Archive &A, Seen<Archive, Lane> &L) {
  A.below("process", L.Process, A.model().Processes.size());
  A.field("lane", L.Number);
  A.field("tid", L.Tid);
  A.field("threads", L.Threads);
  A.field("name", L.Name);
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, Module> &M) {
  A.field("path", M.Path);
  A.field("build id", M.BuildId);
}

/// A caller's row comes before the rows that name it.
template <typename Archive>
void describe(Archive &A, Seen<Archive, FrameTree::Row> &R) {
  A.below("caller frame", R.Caller, A.frames().Rows.size());
  A.field("function", R.Level.Function);
  A.field("file", R.Level.File);
  A.field("line", R.Level.Line);
  A.field("column", R.Level.Column);
  A.below("use of an object", R.Level.Use, uint64_t(ObjectUse::Last) + 1);
  if constexpr (Archive::Fills)
    R.Depth = A.frames().depthBelow(R.Caller);
  requireChainLength(A, R.Depth);
}

/// A parent loop's row comes before the rows that name it.
template <typename Archive> void describe(Archive &A, Seen<Archive, Loop> &L) {
  A.fixed("id", L.Id);
  A.index("parent loop", L.Parent);
  if constexpr (Archive::Fills)
    L.Depth = L.Parent ? A.model().loop(*L.Parent).Depth + 1 : 1;
  A.field("function", L.Function);
  A.field("file", L.File);
  A.field("line", L.Line);
  A.field("column", L.Column);
  A.field("trip count", L.TripCount);
  A.bits("counts entries, counts iterations, once per call", L.CountsEntries,
         L.CountsIterations, L.OncePerCall);
  A.field("entries", L.Entries);
  A.field("iterations", L.Iterations);
}

/// The chain of a site or call, and which of its levels are the user frame and
/// the frame to change.
template <typename Archive, typename Row>
void describeChain(Archive &A, Row &R) {
  A.chain(R.Chain);
  A.below("user frame", R.UserFrame, R.Chain.size());
  A.below("frame to change", R.ChangeFrame, R.Chain.size());
}

template <typename Archive> void describe(Archive &A, Seen<Archive, Site> &S) {
  A.fixed("id", S.Id);
  A.below("site family", S.Family, uint64_t(SiteFamily::Leading) + 1);
  A.field("callee", S.Callee);
  describeChain(A, S);
  A.index("loop", S.InnermostLoop);
  if constexpr (Archive::Fills)
    S.LoopDepth = S.InnermostLoop ? A.model().loop(*S.InnermostLoop).Depth : 0;
  A.field("type", S.Type);
  A.bits("constant size, once per call, never returns, judged", S.ConstantSize,
         S.OncePerCall, S.NeverReturns, S.Proved);
  if (S.ConstantSize)
    A.field("constant size", *S.ConstantSize);
  A.fixed("function", S.FunctionHash);
  if (!S.Proved)
    return;
  describe(A, *S.Proved);
  A.index("loop", S.KeptAround);
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, CallEdge> &E) {
  A.fixed("caller", E.Caller);
  A.fixed("callee", E.Callee);
  A.field("loop depth", E.LoopDepth);
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, MakerCall> &C) {
  A.fixed("callee", C.Callee);
  A.fixed("caller", C.Caller);
  describeChain(A, C);
  A.bits("is user frame, counts, is virtual, judged", C.IsUserFrame, C.Counts,
         C.IsVirtual, C.Proved);
  A.field("loop depth", C.LoopDepth);
  A.field("name", C.Name);
  if (C.Proved)
    describe(A, *C.Proved);
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, MakerCount> &C) {
  A.index("call", C.Call);
  A.index("section", C.Section);
  A.index("lane", C.Lane);
  A.field("blocks", C.Blocks);
  A.field("bytes", C.Bytes);
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, DarkOrigin> &D) {
  A.field("library", D.Library);
  A.field("build id", D.BuildId);
  A.field("offset", D.Offset);
  A.field("function", D.Function);
}

template <typename Archive> void describe(Archive &A, Seen<Archive, Count> &C) {
  A.index("site", C.Site);
  A.index("dark origin", C.Dark);
  A.index("section", C.Section);
  A.index("lane", C.Lane);
  A.field("size", C.Size);
  A.field("allocations", C.Allocations);
  A.require(C.Site || C.Dark, "a count of no site and no origin");
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, RankSpread> &S) {
  A.field("sum", S.Sum);
  A.field("least", S.Least);
  A.field("most", S.Most);
  A.field("rank of the least", S.LeastRank);
  A.field("rank of the most", S.MostRank);
  A.field("squares, upper half", S.SquaresHigh);
  A.field("squares", S.SquaresLow);
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, RankCount> &C) {
  A.index("site", C.Site);
  A.index("dark origin", C.Dark);
  A.index("section", C.Section);
  A.bits("of one size", C.Size);
  if (C.Size)
    A.field("size", *C.Size);
  A.field("ranks", C.Ranks);
  describe(A, C.Allocations);
  describe(A, C.Bytes);
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, CodePlace> &P) {
  A.field("library", P.Library);
  A.field("build id", P.BuildId);
  A.field("offset", P.Offset);
}

/// A caller's row comes before the rows that name it.
template <typename Archive>
void describe(Archive &A, Seen<Archive, StackLevel> &L) {
  A.index("caller", L.Caller);
  A.index("place", L.Place);
  A.bits("by frame pointer, cut", L.ByFramePointer, L.Cut);
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, StackCount> &C) {
  A.index("stack", C.Stack);
  A.index("site", C.Site);
  A.index("section", C.Section);
  A.index("lane", C.Lane);
  A.field("size", C.Size);
  A.field("allocations", C.Allocations);
}

/// Leaves out the buckets, which only some rows have, and the counters of
/// activations (describeActivations).
template <typename Archive>
void describe(Archive &A, Seen<Archive, LifetimeCounts> &C) {
  A.field("allocated", C.Allocated);
  A.field("freed", C.Freed);
#define ANOMALLOC_ROW_COUNTER(Member, Key, Text) A.field(Key, C.Member);
#include "anomalloc/LifetimeCounters.def"
  A.field("peak", C.Peak);
  A.field("kind of peak", C.PeakIsBound);
  A.field("at peak", C.AtPeak);
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, Lifetime> &L) {
  A.index("site", L.Site);
  A.index("dark origin", L.Dark);
  A.index("section", L.Section);
  A.field("size", L.Size);
  describe(A, L.Counts);
  A.rows("lifetime buckets", L.Counts.Buckets,
         [](auto &A, auto &BucketAndBlocks) {
           A.below("lifetime bucket", BucketAndBlocks.first,
                   format::AccessCounters::End);
           A.field("blocks", BucketAndBlocks.second);
         });
  A.rows("free sites", L.FreeSites, [](auto &A, auto &SiteAndBlocks) {
    A.index("free site", SiteAndBlocks.first);
    A.field("blocks", SiteAndBlocks.second);
  });
  A.require(L.Site || L.Dark, "a lifetime of no site and no origin");
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, StackLifetime> &L) {
  A.index("stack", L.Stack);
  A.index("site", L.Site);
  A.index("section", L.Section);
  A.field("size", L.Size);
  describe(A, L.Counts);
}

/// The rows whose functions tell when they are entered and left.
template <typename Archive, typename Table>
void describeTelling(Archive &A, Table &Rows) {
  A.some(
      "telling functions", Rows,
      [](const auto &Row) { return Row.TellsActivations; },
      [](auto &A, auto &Row) {
        if constexpr (std::decay_t<decltype(A)>::Fills)
          Row.TellsActivations = true;
      });
}

template <typename Archive, typename Table>
void describeActivations(Archive &A, Table &Rows) {
  A.some(
      "activations", Rows,
      [](const auto &Row) { return Row.Counts.ActivationKnown != 0; },
      [](auto &A, auto &Row) {
#define ANOMALLOC_ACTIVATION_COUNTER(Member, Key, Text)                        \
  A.field(Key, Row.Counts.Member);
#include "anomalloc/LifetimeCounters.def"
      });
}

/// All tables. A table stands behind the tables whose rows it names by number.
template <typename Archive>
void describe(Archive &A, Seen<Archive, Profile> &P) {
  A.rows("sections", P.Sections,
         [](auto &A, auto &Name) { A.field("name", Name); });
  A.rows("processes", P.Processes);
  A.rows("lanes", P.Lanes);
  A.rows("modules", P.Modules);
  A.rows("frames", A.frames().Rows);
  A.rows("loops", P.Loops);
  A.rows("sites", P.Sites);
  A.rows("edges", P.Edges);
  A.rows("calls", P.MakerCalls);
  A.rows("names", P.FunctionNames, [](auto &A, auto &HashAndName) {
    A.fixed("function", HashAndName.first);
    A.field("name", HashAndName.second);
  });
  A.rows("dark origins", P.Dark);
  A.rows("counts", P.Counts);
  A.rows("usable sizes", P.UsableSizes, [](auto &A, auto &AskedAndGiven) {
    A.field("size", AskedAndGiven.first);
    A.field("usable size", AskedAndGiven.second);
  });
  A.rows("places", P.Places);
  A.rows("stack levels", P.Stacks);
  A.rows("stack counts", P.StackCounts);
  A.beside("lost stacks", P.Processes,
           [](auto &A, auto &Row) { A.field("lost stacks", Row.LostStacks); });
  A.rows("lifetimes", P.Lifetimes);
  A.rows("lifetimes of stacks", P.StackLifetimes);
  describeTelling(A, P.Sites);
  describeTelling(A, P.MakerCalls);
  describeActivations(A, P.Lifetimes);
  describeActivations(A, P.StackLifetimes);
  A.rows("system paths", P.SystemPaths,
         [](auto &A, auto &Prefix) { A.field("prefix", Prefix); });
  A.rows("makers", P.Makers, [](auto &A, auto &FunctionAndFile) {
    A.field("function", FunctionAndFile.first);
    A.field("file", FunctionAndFile.second);
  });
  A.rows("classes", P.Classes, [](auto &A, auto &NameAndKind) {
    A.field("name", NameAndKind.first);
    A.below("kind of class", NameAndKind.second,
            uint64_t(ClassRefill::Last) + 1);
  });
  A.rows("maker counts", P.MakerCounts);
  if (A.more()) // Not before version 8.
    A.some(
        "loops of edges", P.Edges,
        [](const auto &Row) { return Row.Loop.has_value(); },
        [](auto &A, auto &Row) { A.index("loop", Row.Loop); });
  const bool HasSums = llvm::any_of(
      P.Processes, [](const Process &One) { return !One.Spaces.empty(); });
  const bool HasSpaces = HasSums || llvm::any_of(P.Sites, IsElsewhere);
  const bool HasRanks = HasSpaces || !P.RankCounts.empty();
  if (Archive::Fills ? A.more() : !P.Doublings.empty() || HasRanks)
    A.rows("doubled rates", P.Doublings, [&P](auto &A, auto &SectionAndTimes) {
      A.below("section", SectionAndTimes.first, P.Sections.size());
      A.below("doublings", SectionAndTimes.second, Sampling::MaxDoublings + 1);
    });
  if (Archive::Fills ? A.more() : HasRanks) { // Not before version 13.
    A.rows("places of sections", P.SectionPlaces,
           [](auto &A, auto &Place) { A.field("place", Place); });
    A.rows("counts of ranks", P.RankCounts);
  }
  // Not in older files, and not where there are no accelerators.
  if (Archive::Fills ? A.more() : HasSpaces)
    describeSpaces(A, P.Sites);
  if (Archive::Fills ? A.more() : HasSums)
    A.beside("sums of spaces", P.Processes,
             [](auto &A, auto &One) { A.rows("spaces", One.Spaces); });
}

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_MODELSHAPE_H
