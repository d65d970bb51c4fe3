//===- SiteTableShape.h - how a site table stands in a file -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The shape (Shape.h) of the payload that anomalloc/SiteTable.h draws. Beside
/// the members that Shape.h lists, an archive has
///
///   table()         the table, as far as it is known
///   version()       the version of the payload
///   limitChains(F)  stores nothing. F is the innermost frame of a chain. A
///                   payload is refused if the inline chains of its rows are
///                   longer, all in all, than those of an honest payload
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_FORMAT_SITETABLESHAPE_H
#define ANOMALLOC_FORMAT_SITETABLESHAPE_H

#include "Format/Shape.h"
#include "Format/SiteTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace anomalloc {

template <typename Archive>
void describe(Archive &A, Seen<Archive, SiteTable::Function> &F) {
  A.field("linkage name", F.Name);
  A.field("file", F.File);
  A.field("line", F.Line);
  A.field("unit", F.Unit);
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, SiteTable::Frame> &F) {
  A.below("caller frame", F.Caller, A.table().Frames.size());
  A.below("function", F.Function, A.table().Functions.size());
  A.field("file", F.File);
  A.field("line", F.Line);
  A.field("column", F.Column);
  A.below("use of an object", F.Use, uint64_t(ObjectUse::Last) + 1);
  if constexpr (Archive::Fills)
    F.Depth = F.Caller ? A.table().chainLength(*F.Caller) + 1 : 1;
  requireChainLength(A, F.Depth);
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, SiteTable::Loop> &L) {
  A.fixed("id", L.Id);
  A.below("parent loop", L.Parent, A.table().Loops.size());
  if constexpr (Archive::Fills)
    L.Depth = L.Parent ? A.table().Loops[*L.Parent].Depth + 1 : 1;
  A.below("function", L.Function, A.table().Functions.size());
  A.field("file", L.File);
  A.field("line", L.Line);
  A.field("column", L.Column);
  A.field("trip count", L.TripCount);
  A.below("entries slot", L.EntriesSlot, UINT32_MAX);
  A.below("iterations slot", L.IterationsSlot, UINT32_MAX);
  A.field("once per call", L.OncePerCall);
}

/// The inline chain of a site or a call, and the first user frame in the chain.
template <typename Archive, typename Row>
void describeChainIn(Archive &A, Row &R) {
  A.below("frame", R.InnermostFrame, A.table().Frames.size());
  A.below("user frame", R.UserFrame, A.table().chainLength(R.InnermostFrame));
  A.limitChains(R.InnermostFrame);
}

/// A verdict, without the loop that the block can be kept around.
template <typename Archive>
void describe(Archive &A, Seen<Archive, BlockVerdict> &V) {
  A.below("life", V.Life, uint64_t(BlockLife::Last) + 1);
  A.bits("fits the stack, can be kept, size bound, readers", V.FitsStack,
         V.CanBeKept, V.SizeBound, V.Readers);
  if (V.SizeBound)
    A.field("size bound", *V.SizeBound);
  if (V.Readers) {
    A.field("reader", V.Readers->First);
    A.field("readers", V.Readers->Number);
  }
  A.below("obstacle", V.Obstacle, uint64_t(VerdictObstacle::Last) + 1);
  if (V.Obstacle == VerdictObstacle::None)
    return;
  A.field("name", V.Name);
  A.field("file", V.File);
  A.field("line", V.Line);
  A.field("column", V.Column);
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, SiteTable::Site> &S) {
  A.fixed("id", S.Id);
  A.below("site family", S.Family, uint64_t(SiteFamily::Leading) + 1);
  A.field("callee", S.Callee);
  A.below("function", S.Function, A.table().Functions.size());
  describeChainIn(A, S);
  A.below("loop", S.InnermostLoop, A.table().Loops.size());
  A.field("type", S.Type);
  A.field("constant size", S.ConstantSize);
  A.below("slot", S.Slot, UINT32_MAX);
  A.field("once per call", S.OncePerCall);
  if (A.version() >= 8)
    A.field("never returns", S.NeverReturns);
  if (A.version() < 9)
    return;
  A.bits("judged", S.Proved);
  if (!S.Proved)
    return;
  describe(A, *S.Proved);
  A.below("loop", S.KeptAround, A.table().Loops.size());
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, SiteTable::Edge> &E) {
  A.fixed("callee", E.Callee);
  A.field("loop depth", E.LoopDepth);
  if (A.version() >= 6)
    A.below("loop", E.Loop, A.table().Loops.size());
}

template <typename Archive>
void describe(Archive &A, Seen<Archive, SiteTable::Call> &C) {
  describeChainIn(A, C);
  A.bits("is user frame, judged", C.IsUserFrame, C.Proved);
  A.field("loop depth", C.LoopDepth);
  A.below("slot", C.Slot, UINT32_MAX - 1);
  if (!C.Callee) {
    A.field("name", C.Name);
    A.field("kind of function", C.IsVirtual);
  }
  if (C.Proved)
    describe(A, *C.Proved);
}

inline constexpr auto IsElsewhere = [](const auto &Row) {
  return Row.Space != MemorySpace::Host;
};

/// The sites whose blocks do not lie in the process's own memory.
template <typename Archive, typename Sites>
void describeSpaces(Archive &A, Sites &Rows) {
  A.some("spaces", Rows, IsElsewhere, [](auto &A, auto &Row) {
    A.below("space", Row.Space, uint64_t(MemorySpace::Last) + 1);
  });
}

/// All parts of the table. The rows that a row refers to by number come first.
template <typename Archive>
void describe(Archive &A, Seen<Archive, SiteTable> &T) {
  auto Each = [](auto &A, auto &Row) { describe(A, Row); };
  auto Function = [](auto &A, auto &F) {
    A.below("function", F, A.table().Functions.size());
  };
  A.field("source file", T.SourceFile);
  A.field("directory", T.Directory);
  A.field("target triple", T.Triple);
  A.rows("functions", T.Functions);
  A.rows("frames", T.Frames);
  A.rows("loops", T.Loops);
  A.rows("sites", T.Sites);
  A.groups("callers", "callees", T.Edges, &SiteTable::Edge::Caller, Each);
  A.groups("called functions", "calls", T.Calls, &SiteTable::Call::Callee,
           Each);
  A.rows("telling functions", T.Telling, Function);
  A.rows("system paths", T.SystemPaths,
         [](auto &A, auto &Prefix) { A.field("prefix", Prefix); });
  A.rows("makers", T.Makers, Function);
  A.below("slot", T.UnknownCallerSlot, UINT32_MAX - 1);
  A.rows("classes", T.Classes, [](auto &A, auto &NameAndKind) {
    A.field("name", NameAndKind.first);
    A.below("kind of class", NameAndKind.second,
            uint64_t(ClassRefill::Last) + 1);
  });
  // Not in older tables, and not where there are none.
  if (Archive::Fills ? A.more() : llvm::any_of(T.Sites, IsElsewhere))
    describeSpaces(A, T.Sites);
}

} // namespace anomalloc

#endif // ANOMALLOC_FORMAT_SITETABLESHAPE_H
