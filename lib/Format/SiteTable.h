//===- SiteTable.h - what the compiler said of a unit -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rows of a site table. lib/Pass fills the rows, SiteTableShape.h says how
/// they stand in a file (anomalloc/SiteTable.h), lib/Profile joins the rows of
/// all units. A row and its counterpart in the model of a run share a struct of
/// facts, such as SiteFacts. A new fact is added there, and so reaches the
/// reports.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_FORMAT_SITETABLE_H
#define ANOMALLOC_FORMAT_SITETABLE_H

#include "Format/Shape.h"
#include "anomalloc/SiteTable.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace anomalloc {

struct LoopFacts {
  uint64_t Id = 0;
  llvm::StringRef File;
  uint32_t Line = 0;
  uint32_t Column = 0;
  uint64_t TripCount = 0; ///< Constant trip count; 0: unknown.
  /// Each call of the function that returns enters the loop exactly once, and
  /// all calls are seen. So the loop has as many entries as the function has
  /// calls (anomalloc/SiteTable.h).
  bool OncePerCall = false;
  uint32_t Depth = 1; ///< 1 for an outermost loop.
};

/// Functions that are given the address of a block, or an object that holds it,
/// and only read.
struct BlockReaders {
  llvm::StringRef First; ///< Linkage name.
  uint32_t Number = 0;   ///< Of functions.
};

/// What the compiler proved of each block of a site; or of each block that a
/// maker call leaves in the object that it makes.
struct BlockVerdict {
  BlockLife Life = BlockLife::Open;
  /// The block stays in its function, is freed by it, lives alone, and is at
  /// most 4096 bytes large: it could be a part of the function's frame.
  bool FitsStack = false;
  /// As FitsStack, but of any size, which stays the same in the loop: one block
  /// that is made in front of the loop can serve all iterations.
  bool CanBeKept = false;
  std::optional<uint64_t> SizeBound; ///< No block is larger; bytes.
  /// All that are given the block, if there are some, and if the block does not
  /// get out of the function otherwise.
  std::optional<BlockReaders> Readers;
  VerdictObstacle Obstacle = VerdictObstacle::None;
  /// Where the obstacle is: the function that is called there (linkage name, or
  /// ""), and the first line of the user's.
  llvm::StringRef Name;
  llvm::StringRef File;
  uint32_t Line = 0;
  uint32_t Column = 0;

  /// Keeps what \p Other says, too. The place of an obstacle is lost if it was
  /// the other one that met it, and so are readers, which may differ.
  void keepCommon(const BlockVerdict &Other) {
    if (Other.Life < Life || Other.FitsStack < FitsStack ||
        Other.CanBeKept < CanBeKept) {
      Obstacle = Other.Obstacle;
      Name = File = "";
      Line = Column = 0;
    }
    Life = std::min(Life, Other.Life);
    FitsStack &= Other.FitsStack;
    CanBeKept &= Other.CanBeKept;
    if (SizeBound)
      SizeBound =
          Other.SizeBound ? std::max(SizeBound, Other.SizeBound) : std::nullopt;
    if (Readers && !(Other.Readers && Other.Readers->First == Readers->First &&
                     Other.Readers->Number == Readers->Number))
      Readers.reset();
  }
};

/// Keeps in \p Known what \p Other says, too. What one did not judge is not
/// judged.
inline void keepCommon(std::optional<BlockVerdict> &Known,
                       const std::optional<BlockVerdict> &Other) {
  if (!Other)
    Known.reset();
  else if (Known)
    Known->keepCommon(*Other);
}

struct SiteFacts {
  uint64_t Id = 0;
  SiteFamily Family = SiteFamily::Heap;
  MemorySpace Space = MemorySpace::Host; ///< Other ones: of pools alone.
  llvm::StringRef Callee;                ///< Linkage name.
  /// The first user frame, in steps outwards from the innermost frame.
  uint32_t UserFrame = 0;
  llvm::StringRef Type; ///< Allocated type, "" if unknown.
  /// None if the size is dynamic, or if units that share the site differ in it.
  std::optional<uint64_t> ConstantSize;
  /// As in LoopFacts: the site has as many blocks as the function has calls.
  bool OncePerCall = false;
  /// Each path from the site ends in a call that does not return: a throw, an
  /// abort, an exit. Exceptions that come from other calls do not count as
  /// paths. It does not follow that the site seldom runs: a program may end in
  /// exit(3).
  bool NeverReturns = false;
  std::optional<BlockVerdict> Proved; ///< None: nobody asked.

  /// Keeps what another unit, or another file, says of the site, too.
  void keepCommon(const SiteFacts &Other) {
    if (ConstantSize != Other.ConstantSize)
      ConstantSize.reset();
    OncePerCall &= Other.OncePerCall;
    NeverReturns &= Other.NeverReturns;
    anomalloc::keepCommon(Proved, Other.Proved);
  }
};

/// The facts about an out-of-line call of a maker (a function that makes blocks
/// on behalf of its caller), or of a function that may be a maker.
struct CallFacts {
  uint64_t Callee = 0;    ///< Hash of the function; 0: not known.
  uint32_t UserFrame = 0; ///< As in SiteFacts.
  /// False if all frames are a library's. UserFrame is the outermost one then.
  bool IsUserFrame = false;
  uint32_t LoopDepth = 0; ///< In the caller.
  /// The name of the callee in the source, if the call goes through a pointer:
  /// the name of a virtual function, of a variable or of a member. "": not
  /// known.
  llvm::StringRef Name;
  bool IsVirtual = false;
  /// Of the blocks that stay in the object which is made. None: nobody asked.
  std::optional<BlockVerdict> Proved;
};

/// One unit's table. Strings live as long as the table. Indices are of the
/// vectors in the same table.
struct SiteTable {
  struct Function {
    llvm::StringRef Name; ///< Linkage name.
    llvm::StringRef File;
    uint32_t Line = 0;
    llvm::StringRef Unit; ///< Source file if linkage is internal; else "".
  };
  /// One level of an inline chain.
  struct Frame {
    std::optional<uint32_t> Caller; ///< Comes earlier.
    uint32_t Function = 0;
    llvm::StringRef File;
    uint32_t Line = 0;
    uint32_t Column = 0;
    ObjectUse Use = ObjectUse::Unknown; ///< Of the object made there.
    uint32_t Depth = 1; ///< Levels of the chain up to here; readers set it.
  };
  struct Loop : LoopFacts {
    std::optional<uint32_t> Parent; ///< Comes earlier.
    uint32_t Function = 0;
    std::optional<uint32_t> EntriesSlot;
    std::optional<uint32_t> IterationsSlot;
  };
  struct Site : SiteFacts {
    uint32_t Function = 0; ///< After inlining, the one that holds the site.
    uint32_t InnermostFrame = 0;
    std::optional<uint32_t> InnermostLoop;
    /// Of BlockVerdict::CanBeKept: the outermost loop that the block can serve.
    std::optional<uint32_t> KeptAround;
    uint32_t Slot = 0;
  };
  struct Edge {
    uint64_t Caller = 0; ///< Hash of the function; 0: not known.
    uint64_t Callee = 0;
    uint32_t LoopDepth = 0;
    std::optional<uint32_t> Loop; ///< Innermost around the call.
  };
  struct Call : CallFacts {
    uint32_t InnermostFrame = 0;
    std::optional<uint32_t> Slot; ///< Counts its blocks; the next, its bytes.
  };

  llvm::StringRef SourceFile;
  llvm::StringRef Directory;
  llvm::StringRef Triple;
  std::vector<Function> Functions;
  std::vector<Frame> Frames;
  std::vector<Loop> Loops;
  std::vector<Site> Sites;
  std::vector<Edge> Edges;
  std::vector<Call> Calls; ///< Of makers.
  /// Functions that tell when they are entered and left.
  std::set<uint32_t> Telling;
  /// Path prefixes that are the system's, beside those of SystemPaths.h.
  std::vector<llvm::StringRef> SystemPaths;
  /// Functions that make blocks on behalf of their callers.
  std::set<uint32_t> Makers;
  /// As Call::Slot, for the blocks that are made while no maker call is known
  /// to be in progress.
  std::optional<uint32_t> UnknownCallerSlot;
  std::map<llvm::StringRef, ClassRefill> Classes; ///< By name in the source.

  // Only if it was read:
  uint64_t UnitId = 0;
  /// The memory that the strings point into.
  std::unique_ptr<std::string> Payload;

  /// Whether the runtime made the table, for a function that it stands before.
  bool isOfRuntime() const { return !UnitId && Payload; }

  /// Levels of the chain that ends at \p Frame; 0: there is no such frame.
  uint32_t chainLength(uint32_t Frame) const {
    return Frame < Frames.size() ? Frames[Frame].Depth : 0;
  }
};

} // namespace anomalloc

#endif // ANOMALLOC_FORMAT_SITETABLE_H
