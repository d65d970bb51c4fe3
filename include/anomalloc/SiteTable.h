//===- SiteTable.h - the site table of one unit, as bytes -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the pass knows of a unit's allocation sites, as it stands in section
/// `.anomalloc` of an object file and, copied verbatim by the runtime, in a
/// profile. lib/Format writes it for the pass and reads it; the runtime only
/// copies.
///
/// \code
///   offset  size  field
///        0     4  magic "ANST"
///        4     2  version (10)
///        6     2  compression: 0 none, 1 zlib
///        8     4  size of the payload as stored, bytes
///       12     4  size of the payload uncompressed, bytes
///       16     8  unit id: xxh3 of the uncompressed payload; 0: the runtime
///                 made the table, for a function that it stands before
///       24     .  payload as stored; zero padding to a multiple of 8
/// \endcode
///
/// Uncompressed payload, all numbers ULEB128 unless marked; "+1" means that 0
/// stands for "none":
/// \code
///   strings:   count, then { length, bytes }          string 0 is ""
///   unit:      source file, compilation directory, target triple   (strings)
///   functions: count, then { linkage name, file (strings), line, unit
///   (string):
///              the source file that was compiled, if the function has internal
///              linkage; else "" }
///   frames:    count, then { caller frame +1, function, file (string), line,
///              column, ObjectUse }    the inline chain: a frame's caller comes
///              earlier
///   loops:     count, then { id (8 bytes LE), parent loop +1, function,
///              file (string), line, column, constant trip count (0: unknown),
///              entries slot +1, iterations slot +1, 1 if entered once per call
///              or else 0 }                              parents come earlier
///   sites:     count, then { id (8 bytes LE), SiteFamily, callee (string),
///              function, innermost frame, user frame (steps outwards from the
///              innermost one), innermost loop +1, type (string), constant
///              size +1, slot, 1 if once per call or else 0, 1 if each path
///              from it ends in a call that does not return or else 0 (since
///              version 8), and since version 9: 1 if the site was judged, or
///              else 0 and no more { verdict, the loop that the block can be
///              kept around +1 } }
///   verdict:   BlockLife, 1 if the block fits the stack plus 2 if it can be
///              kept plus 4 if its size has a bound plus 8 if it is given to
///              readers alone (since version 10), that bound if so, the first
///              reader's name (string) and the number of readers if so,
///              VerdictObstacle, and only if that is not None { name, file
///              (strings), line, column }
///   edges:     count, then { caller: function hash (8 bytes LE; 0: somebody
///              who is not known), callee count, then { callee: function hash
///              (8 bytes LE), loop depth, innermost loop +1 (since version 6)
///              } }      a callee that is called in two loops stands here twice
///   calls:     count, then { callee: function hash (8 bytes LE), call count,
///              then { innermost frame, user frame (as in sites), 1 if that is
///              a user's plus 2 if the call was judged (since version 10), loop
///              depth, slot +1, only if the callee is 0: what the source calls
///              it (string), 1 if that is a virtual function or else 0, and
///              only if it was judged: verdict } }
///   telling:   count, then { function }: those that say when they are entered
///              and left (the pass's option anomalloc-activations)
///   system:    count, then { string }: starts of paths that are the system's,
///              beside those of SystemPaths.h (the pass's option
///              anomalloc-system-paths)
///   makers:    count, then { function }: those that make blocks on behalf of
///              their callers
///   unknown:   slot +1
///   classes:   count, then { name (string), ClassRefill }: the classes of
///              member functions among the functions, if the unit knows all
///              of the class
///   spaces:    count, then { site, MemorySpace }: the pools whose blocks do
///              not lie in the process's own memory. Not there if there are
///              none, and in older tables
/// \endcode
/// A function hash is xxh3 of its linkage name (of "file:name" for a function
/// of internal linkage, file being the unit's source file as compiled).
/// File names are absolute, or relative to the compilation directory.
///
/// The line to change of a site or a call is the first frame of its chain whose
/// function is no maker. A site may have no such line, or no user frame. Then
/// the "calls" lead from the site outwards to lines to change, or to lines of
/// the user. Listed are the unit's calls to makers that hold sites or lead to
/// sites, or may do so. Callee 0: the call goes through a pointer.
///
/// Once per call: the function (after inlining) that holds the site or the loop
/// passes it exactly once in each call that returns, and no copy of that
/// function was inlined anywhere. So the count of the site or the loop is the
/// number of calls.
///
/// Slots: a heap or pool site of constant size owns one slot (its count). One
/// of dynamic size owns two: the first size seen plus one, and the count of
/// that size; all other sizes are in the thread's size table. A leading site
/// owns one slot number, which only names it. A call with a line to change owns
/// two: the blocks that sites without a line to change made while the call was
/// in progress, and the bytes of these blocks. The slot "unknown" and the next
/// one are the last of the unit. They count blocks and bytes that the unit's
/// sites made while no call with a line to change was known to be in progress.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SITETABLE_H
#define ANOMALLOC_SITETABLE_H

#include <stdint.h>

namespace anomalloc {

inline constexpr char SiteTableMagic[4] = {'A', 'N', 'S', 'T'};
inline constexpr uint16_t SiteTableVersion = 10;
/// Older tables are read, too, down to this version.
inline constexpr uint16_t OldestSiteTableVersion = 5;
inline constexpr unsigned SiteTableHeaderSize = 24;
inline constexpr char SiteTableSection[] = ".anomalloc";

enum class SiteTableCompression : uint16_t { None = 0, Zlib = 1 };

/// What one call of a site's callee means.
enum class SiteFamily : uint8_t {
  /// One call, one block of the process's heap.
  Heap = 0,
  /// One call, one block of an allocation function of the user's own. What this
  /// function takes from the heap is counted where it takes it.
  Pool = 1,
  /// A library function known to allocate: any number of heap events a call.
  Leading = 2,
};

/// Where the blocks of a site lie: the rows of MemorySpaces.def.
enum class MemorySpace : uint8_t {
#define ANOMALLOC_SPACE(Id, Name, Text) Id,
#include "anomalloc/MemorySpaces.def"
  Last = LibraryPool,
};

/// Whether a class has a public member that lets an object be filled again: a
/// function (isRefillName), or data.
enum class ClassRefill : uint8_t { No = 0, Yes = 1, Last = Yes };

/// What is proved of how long each block of a site lives
/// (docs/design/verdicts.md).
enum class BlockLife : uint8_t {
  Open = 0,      ///< Nothing: it may outlive the call of the function.
  Call = 1,      ///< It is freed on every path of the call that makes it.
  Iteration = 2, ///< The site is in a loop, and the block is freed before the
                 ///< next iteration, or the end of the call, on every path.
  Last = Iteration,
};

/// The rows of Obstacles.def.
enum class VerdictObstacle : uint8_t {
#define ANOMALLOC_OBSTACLE(Name, Word, Text) Name,
#include "anomalloc/Obstacles.def"
  Last = TooLarge,
};

/// What becomes of the object that is copied or constructed at a frame.
enum class ObjectUse : uint8_t {
  Unknown = 0,
  LastCopy = 1,     ///< Of a local that is not used again.
  LocalCopy = 2,    ///< Into a local.
  ArgumentCopy = 3, ///< It is handed to a function.
  ReturnedCopy = 4, ///< It is returned, or put where the caller said.
  TakenCopy = 5,    ///< Of a parameter, into what stays.
  KeptCopy = 6,     ///< Of what stays, into what stays.
  Temporary = 7,    ///< Constructed without a name.
  Returned = 8,     ///< Of a library's class, in what the function returns
                    ///< (since version 7).
  LastGiven = 9,    ///< A local that is not used again is given to a library,
                    ///< which copies it (since version 7).
  Last = LastGiven,
};

} // namespace anomalloc

#endif // ANOMALLOC_SITETABLE_H
