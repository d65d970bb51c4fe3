//===- Code.h - places in the code, as a profile knows them -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the compiler told of sites, loops and calls, and code that stood on a
/// stack or asked for memory without a site. Numbers of events: Measures.h.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_CODE_H
#define ANOMALLOC_PROFILE_CODE_H

#include "Format/SiteTable.h"
#include "Profile/Indices.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace anomalloc {

/// One level of an inline chain.
struct Frame {
  llvm::StringRef Function; ///< Linkage name.
  llvm::StringRef File;     ///< Absolute where the compiler knew it; may be "".
  uint32_t Line = 0;        ///< 0: unknown.
  uint32_t Column = 0;
  /// Of what the next level inwards makes, if the compiler knew.
  ObjectUse Use = ObjectUse::Unknown;
};

struct Loop : LoopFacts {
  std::optional<LoopIndex> Parent;
  llvm::StringRef Function; ///< Linkage name of the function that holds it.
  bool CountsEntries = false;
  bool CountsIterations = false;
  uint64_t Entries = 0;    ///< Times the loop was entered (if counted).
  uint64_t Iterations = 0; ///< Sum of its trip counts (if counted).
};

/// SiteFacts::UserFrame is an index into Chain.
struct Site : SiteFacts {
  std::vector<Frame> Chain; ///< Innermost first; never empty.
  /// Index into Chain: the line to change, the first frame of a function that
  /// is no maker (Profile::isMaker). None: makers alone. Then MakerCounts say
  /// for whom the blocks were made.
  std::optional<uint32_t> ChangeFrame;
  std::optional<LoopIndex> InnermostLoop;
  uint32_t LoopDepth = 0;
  /// The function, after inlining, that holds the site, as in CallEdge.
  uint64_t FunctionHash = 0;
  /// That function tells when it is entered and left, so its blocks belong to
  /// its own activations (LifetimeCounts::SameActivation).
  bool TellsActivations = false;

  const Frame &userFrame() const { return Chain[UserFrame]; }
  /// The function, after inlining, that holds the site.
  const Frame &outermostFrame() const { return Chain.back(); }
};

/// Calls between functions, by hash of their linkage name (SiteTable.h), in one
/// loop of the caller or in none; with the largest loop depth at which the
/// caller makes them.
struct CallEdge {
  uint64_t Caller = 0; ///< 0: somebody who is not known.
  uint64_t Callee = 0;
  uint32_t LoopDepth = 0;
  /// The innermost loop around the calls. None although there is a depth: a
  /// table of an older version does not tell.
  std::optional<LoopIndex> Loop = std::nullopt;
};

/// An out-of-line call of a maker, or of what may be one. The way from a site
/// in a maker to the line to change, and from one in a library to the user's
/// lines. CallFacts::UserFrame is an index into Chain.
struct MakerCall : CallFacts {
  uint64_t Caller = 0; ///< The function, after inlining, that makes the call.
  std::vector<Frame> Chain; ///< Of the call, innermost first; never empty.
  /// Index into Chain: the line to change, as in Site. None: makers alone; for
  /// whom they call, their own callers know.
  std::optional<uint32_t> ChangeFrame;
  /// The call counts what is made in it (MakerCount). Only if it has a line to
  /// change.
  bool Counts = false;
  bool TellsActivations = false; ///< As in Site, of the caller.

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
  /// The first user frame of the levels that were inlined there. Line 0 until
  /// symbolized, or if debug information knows none.
  Frame UserFrame = {};
};

/// A place in the code that stood on a stack: behind a call.
struct CodePlace {
  llvm::StringRef Library; ///< Path of the object; "" if unknown.
  llvm::StringRef BuildId; ///< Lower-case hexadecimal; may be "".
  /// Return address minus load bias; the address itself if there is no library.
  uint64_t Offset = 0;
  /// The source level of the place and those that it was inlined into,
  /// innermost first; empty until symbolized. A level's file may be "".
  std::vector<Frame> Levels;
};

/// One level of a calling stack: a place in the code, and the caller's level.
struct StackLevel {
  PlaceIndex Place{};
  std::optional<StackIndex> Caller; ///< None: the outermost that is known.
  /// Found by frame pointer: its callee has no call frame information.
  bool ByFramePointer = false;
  /// Who called it could not be found out.
  bool Cut = false;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_CODE_H
