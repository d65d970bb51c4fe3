//===- Code.h - places in the code, as a profile knows them -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The code that a profile tells about: sites, loops and calls as the compiler
/// described them, places that stood on a stack, and code that asked for memory
/// without a site. The numbers of events are in Measures.h.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_CODE_H
#define ANOMALLOC_PROFILE_CODE_H

#include "Format/SiteTable.h"
#include "Profile/Indices.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace anomalloc {

/// One level of an inline chain.
struct Frame {
  llvm::StringRef Function; ///< Linkage name.
  llvm::StringRef File;     ///< An absolute path where possible; may be "".
  uint32_t Line = 0;        ///< 0: unknown.
  uint32_t Column = 0;
  /// What becomes of the object that the next level inwards makes. Unknown: the
  /// compiler did not know it.
  ObjectUse Use = ObjectUse::Unknown;
};

struct Loop : LoopFacts {
  std::optional<LoopIndex> Parent;
  llvm::StringRef Function; ///< Linkage name of the function around the loop.
  bool CountsEntries = false;
  bool CountsIterations = false;
  uint64_t Entries = 0;    ///< Times the loop was entered (if counted).
  uint64_t Iterations = 0; ///< Sum of the loop's trip counts (if counted).
};

/// The levels of a site or call: its own, and those that it was inlined into.
struct InlineChain {
  std::vector<Frame> Chain; ///< Innermost first; never empty.
  /// Index into Chain of the line to change: the first frame whose function is
  /// no maker, as the pass judged. None: all functions are makers. Then other
  /// maker calls, which call these makers, lead to the line to change.
  std::optional<uint32_t> ChangeFrame;

  /// The line to change; null: none.
  const Frame *lineToChange() const {
    return ChangeFrame ? &Chain[*ChangeFrame] : nullptr;
  }
  /// The levels below the line to change.
  llvm::ArrayRef<Frame> makers() const {
    return llvm::ArrayRef(Chain).take_front(ChangeFrame.value_or(Chain.size()));
  }
  /// The function, after inlining, that holds the site or call.
  const Frame &outermostFrame() const { return Chain.back(); }
};

/// An allocation site. SiteFacts::UserFrame is an index into Chain.
struct Site : SiteFacts, InlineChain {
  std::optional<LoopIndex> InnermostLoop;
  std::optional<LoopIndex> KeptAround; ///< As SiteTable::Site::KeptAround.
  uint32_t LoopDepth = 0;
  /// Machine code did not tell all loops around a site of the binary: LoopDepth
  /// is the least that it can be. Not stored in any file.
  bool LoopDepthIsLeast = false;
  /// The hash (as in CallEdge) of the function that holds the site after
  /// inlining.
  uint64_t FunctionHash = 0;
  /// Whether the function that holds the site is a telling function, so that
  /// the site's blocks belong to its activations
  /// (LifetimeCounts::SameActivation).
  bool TellsActivations = false;
  /// The pass did not see the site. lib/Recover found it in the binary. It has
  /// no loops of the source then, and nobody counted iterations. Not stored in
  /// any file.
  bool FromBinary = false;

  const Frame &userFrame() const { return Chain[UserFrame]; }
};

/// The calls from one function to another in one loop of the caller, or in no
/// loop. A function is known by the hash of its linkage name (SiteTable.h).
/// LoopDepth is the largest loop depth at which the caller makes these calls.
struct CallEdge {
  uint64_t Caller = 0; ///< 0: not known.
  uint64_t Callee = 0;
  uint32_t LoopDepth = 0;
  /// The innermost loop around the calls. It may be none although LoopDepth is
  /// not 0: site tables of an older version do not tell the loop.
  std::optional<LoopIndex> Loop = std::nullopt;
};

/// An out-of-line call of a maker, or of a function that may be a maker. Such
/// calls lead from a site in a maker to the line to change, and from a site in
/// a library to the user's lines. CallFacts::UserFrame is an index into Chain.
struct MakerCall : CallFacts, InlineChain {
  /// The hash of the function that makes the call after inlining.
  uint64_t Caller = 0;
  /// Whether the blocks that are made in this call are counted (MakerCount).
  /// Only a call with a line to change counts them.
  bool Counts = false;
  /// Whether the caller is a telling function, as in Site.
  bool TellsActivations = false;

  const Frame &userFrame() const { return Chain[UserFrame]; }
};

/// Code without sites that asked for memory.
struct DarkOrigin {
  llvm::StringRef Library; ///< Path of the object; "" if unknown.
  llvm::StringRef BuildId; ///< Lower-case hexadecimal; may be "".
  /// Return address minus load bias; 0 if the library is unknown (an address
  /// outside of every object says nothing outside of its process).
  uint64_t Offset = 0;
  llvm::StringRef Function; ///< Linkage name, "" until symbolized.
  /// The first user frame of the source levels at Offset. Its line is 0 until
  /// symbolizeFreeSites() fills it, and if debug information has no user frame.
  Frame UserFrame = {};
};

/// A place in the code that stood on a stack: where a call returns to.
struct CodePlace {
  llvm::StringRef Library; ///< Path of the object; "" if unknown.
  llvm::StringRef BuildId; ///< Lower-case hexadecimal; may be "".
  /// Return address minus load bias; the address itself if there is no library.
  uint64_t Offset = 0;
  /// The source level of the place and those that it was inlined into,
  /// innermost first; empty until symbolized. A level's file may be "".
  std::vector<Frame> Levels;
  // What follows is of lib/Recover, from machine code. Not stored in any file.
  uint16_t LoopDepth = 0;        ///< Loops around the call in its function.
  bool LoopDepthIsLeast = false; ///< As in Site.
  /// Of a function of internal linkage, whose name others may have, too: where
  /// it begins in Library, cut to 32 bits. Else 0.
  uint32_t LocalFunction = 0;
};

/// The hash, as in CallEdge, of the function that holds \p Place after
/// inlining. If its name is not known, the hash is that of the place itself.
uint64_t functionOf(const CodePlace &Place);
/// The same of the function \p Name in \p Library. \p Local is its
/// CodePlace::LocalFunction.
uint64_t functionOf(llvm::StringRef Name, llvm::StringRef Library,
                    uint32_t Local);

/// One level of a calling stack: a place in the code, and the caller's level.
struct StackLevel {
  PlaceIndex Place{};
  std::optional<StackIndex> Caller; ///< None: no level further out is known.
  /// The level was found by the frame pointer, because its callee has no call
  /// frame information.
  bool ByFramePointer = false;
  /// The caller of this level could not be found out.
  bool Cut = false;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_CODE_H
