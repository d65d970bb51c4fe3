//===- SiteTableReader.h - what the compiler said of a unit -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes site tables (anomalloc/SiteTable.h), from profiles and from object
/// files. A decoded table is checked: every index in it is in range, callers
/// and parents come before what they hold.
///
/// All functions may be called from any thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_SITETABLEREADER_H
#define ANOMALLOC_PROFILE_SITETABLEREADER_H

#include "Profile/Profile.h"
#include "anomalloc/SiteTable.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace llvm::object {
class ObjectFile;
} // namespace llvm::object

namespace anomalloc {

/// One unit's table. Strings live as long as the table. Indices are of the
/// vectors in the same table.
struct SiteTable {
  struct Function {
    llvm::StringRef Name; ///< Linkage name.
    llvm::StringRef File;
    uint32_t Line;
    llvm::StringRef Unit; ///< Of an internal function; else "".
  };
  struct Frame {
    std::optional<uint32_t> Caller;
    uint32_t Function;
    llvm::StringRef File;
    uint32_t Line;
    uint32_t Column;
    ObjectUse Use;
  };
  struct Loop {
    uint64_t Id;
    std::optional<uint32_t> Parent;
    uint32_t Depth; ///< 1 for an outermost loop.
    uint32_t Function;
    llvm::StringRef File;
    uint32_t Line;
    uint32_t Column;
    uint64_t TripCount; ///< 0: unknown.
    std::optional<uint32_t> EntriesSlot;
    std::optional<uint32_t> IterationsSlot;
    bool OncePerCall;
  };
  struct Site {
    uint64_t Id;
    SiteFamily Family;
    llvm::StringRef Callee;
    uint32_t Function;
    uint32_t InnermostFrame;
    uint32_t UserFrame; ///< Steps outwards from the innermost frame.
    std::optional<uint32_t> InnermostLoop;
    llvm::StringRef Type;
    std::optional<uint64_t> ConstantSize;
    uint32_t Slot;
    bool OncePerCall;
  };

  struct Call {
    uint64_t Callee; ///< Function hash.
    uint32_t InnermostFrame;
    uint32_t UserFrame; ///< Steps outwards from the innermost frame.
    bool IsUserFrame;
    uint32_t LoopDepth;
    std::optional<uint32_t> Slot; ///< Of its blocks; the next of their bytes.
    llvm::StringRef Name;         ///< As in MakerCall.
    bool IsVirtual = false;
  };

  uint64_t UnitId = 0;
  llvm::StringRef SourceFile;
  llvm::StringRef Directory;
  llvm::StringRef Triple;
  std::vector<Function> Functions;
  std::vector<Frame> Frames;
  std::vector<Loop> Loops;
  std::vector<Site> Sites;
  std::vector<CallEdge> Edges; ///< CallEdge::Loop is of Loops here.
  std::vector<Call> Calls;     ///< Of makers.
  /// Functions that tell when they are entered and left.
  std::set<uint32_t> Telling;
  /// Starts of paths that are the system's, too.
  std::vector<llvm::StringRef> SystemPaths;
  /// Functions that make blocks on behalf of their callers.
  std::set<uint32_t> Makers;
  /// As Call::Slot, while no call with a line to change is known.
  std::optional<uint32_t> UnknownCallerSlot;
  std::map<llvm::StringRef, ClassRefill> Classes; ///< By name in the source.

  /// What the strings point into.
  std::unique_ptr<std::string> Payload;
};

inline constexpr uint64_t MaxTablePayload = uint64_t(1) << 28; ///< Bytes.

/// Size in bytes of the blob, padding included, that \p Data begins with.
llvm::Expected<uint64_t> siteTableBlobSize(llvm::StringRef Data);

/// Decodes the blob that \p Data begins with.
llvm::Expected<SiteTable> readSiteTable(llvm::StringRef Data);

/// Decodes all tables of an object file, executable or shared object. None is
/// not an error: the object was not instrumented.
llvm::Expected<std::vector<SiteTable>>
readSiteTables(const llvm::object::ObjectFile &Object);

/// The same for the ELF file or archive \p Path.
llvm::Expected<std::vector<SiteTable>> readSiteTables(llvm::StringRef Path);

/// The model of programs that have not run: sites, loops and calls, no counts.
std::unique_ptr<Profile> makeStaticProfile(std::vector<SiteTable> Tables);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_SITETABLEREADER_H
