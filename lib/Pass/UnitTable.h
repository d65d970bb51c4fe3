//===- UnitTable.h - the sites of one unit, as plain data -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the pass collects of a module, in the terms of anomalloc/SiteTable.h.
/// Collected first, rendered after: SiteTableWriter makes the bytes.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_UNITTABLE_H
#define ANOMALLOC_PASS_UNITTABLE_H

#include "anomalloc/SiteTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace anomalloc {

/// Indices of the rows below.
using StringIndex = unsigned;
using FunctionIndex = unsigned;
using FrameIndex = unsigned;
using LoopRowIndex = unsigned;

struct FunctionRow {
  StringIndex LinkageName;
  StringIndex File;
  unsigned Line;
  StringIndex Unit; ///< Of an internal function; 0: it is external.
};

/// One level of an inline chain.
struct FrameRow {
  std::optional<FrameIndex> Caller;
  FunctionIndex Function;
  StringIndex File;
  unsigned Line;
  unsigned Column;
  ObjectUse Use = ObjectUse::Unknown; ///< Of what is made there.
};

struct LoopRow {
  uint64_t Id;
  std::optional<LoopRowIndex> Parent;
  FunctionIndex Function;
  StringIndex File;
  unsigned Line;
  unsigned Column;
  uint64_t TripCount; ///< Constant; 0: unknown.
  std::optional<unsigned> EntriesSlot;
  std::optional<unsigned> IterationsSlot;
  bool OncePerCall = false; ///< Entered once per call (OncePerCall.h).
};

struct SiteRow {
  uint64_t Id;
  SiteFamily Family;
  StringIndex Callee;
  FunctionIndex Function;
  FrameIndex Frame;   ///< Innermost.
  unsigned UserFrame; ///< Steps outwards from the innermost one.
  bool InMakersAlone; ///< There is no line to change in its chain.
  std::optional<LoopRowIndex> Loop;
  StringIndex Type;
  std::optional<uint64_t> ConstantSize;
  unsigned Slot;
  bool OncePerCall = false; ///< Runs once per call (OncePerCall.h).
};

struct EdgeRow {
  uint64_t Callee;
  unsigned LoopDepth;
  std::optional<LoopRowIndex> Loop; ///< Innermost around the call.
};

/// A call of a maker, or of what may be one.
struct MakerCallRow {
  FrameIndex Frame;   ///< Innermost.
  unsigned UserFrame; ///< Steps outwards from the innermost one.
  bool IsUserFrame;   ///< Else all frames are a library's.
  unsigned LoopDepth;
  std::optional<unsigned> Slot; ///< Of its blocks; the next one of its bytes.
  StringIndex Name;             ///< In the source, of what a pointer leads to.
  bool IsVirtual;               ///< It is a virtual function's.
};

class UnitTable {
public:
  UnitTable() { string(""); }

  StringIndex string(llvm::StringRef S);
  FunctionIndex function(llvm::StringRef LinkageName, llvm::StringRef File,
                         unsigned Line, llvm::StringRef Unit);
  FrameIndex frame(const FrameRow &Row);

  /// Gives out \p Count counters in a row.
  unsigned takeSlots(unsigned Count) {
    unsigned First = NumSlots;
    NumSlots += Count;
    return First;
  }

  llvm::StringRef stringAt(StringIndex I) const { return Strings[I]; }

  StringIndex SourceFile = 0;
  StringIndex Directory = 0;
  StringIndex TargetTriple = 0;
  std::vector<llvm::StringRef> Strings;
  std::vector<FunctionRow> Functions;
  std::vector<FrameRow> Frames;
  std::vector<LoopRow> Loops; ///< Parents come earlier.
  std::vector<SiteRow> Sites;
  /// By the hash of the caller; 0: it is not known.
  llvm::MapVector<uint64_t, std::vector<EdgeRow>> Edges;
  /// By the hash of the callee; 0: a pointer is called.
  llvm::MapVector<uint64_t, std::vector<MakerCallRow>> MakerCalls;
  llvm::SetVector<FunctionIndex> Makers;
  /// By name as in the source.
  llvm::MapVector<StringIndex, ClassRefill> Classes;
  /// Of the blocks that sites in makers made for a caller that is not known;
  /// the next one of their bytes.
  std::optional<unsigned> UnknownCallerSlot;
  /// Functions that tell when they are entered and left.
  std::vector<FunctionIndex> Telling;
  /// Starts of paths that are the system's, too.
  std::vector<StringIndex> SystemPaths;
  unsigned NumSlots = 0;
  /// The first slot of the maker calls that count. Each takes two, in a row.
  unsigned FirstCallerSlot = 0;
  unsigned NumCallers = 0;

private:
  llvm::StringMap<StringIndex> StringIndices;
  std::map<std::tuple<StringIndex, StringIndex, unsigned, StringIndex>,
           FunctionIndex>
      FunctionIndices;
  std::map<std::tuple<unsigned, FunctionIndex, StringIndex, unsigned, unsigned>,
           FrameIndex>
      FrameIndices;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_UNITTABLE_H
