//===- OutputPattern.h - which profiles did a run write? --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_OUTPUTPATTERN_H
#define ANOMALLOC_ANOMALLOC_RECORD_OUTPUTPATTERN_H

#include "anomalloc/ProfileFormat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace anomalloc {

/// The name of this machine, as profiles name it.
std::string hostName();

/// The rank of this process as the MPI launcher set it in the environment; none
/// outside of MPI.
std::optional<llvm::StringRef> mpiRank();

/// Expands an output pattern (RuntimeOptions.def, output) as the runtime does
/// in a recorded process: \p Program is the name of its executable, \p Pid its
/// process id. Host and rank are taken from the calling process.
std::string expandPattern(llvm::StringRef Pattern, llvm::StringRef Program,
                          llvm::StringRef Pid);

/// \p Pattern, restricted to processes of the executable \p Program.
std::string withProgram(llvm::StringRef Pattern, llvm::StringRef Program);

/// A pattern that expands only to \p Path.
std::string escapePattern(llvm::StringRef Path);

/// "%n.%p.anomalloc" as the glob "*.*.anomalloc".
std::string globOfPattern(llvm::StringRef Pattern);

/// Finds the profiles whose names may come from \p Pattern. Names with a number
/// at the end count, too: the runtime adds one if a name is taken. Only
/// profiles of processes that started at \p Since or later count. \p Since is
/// in nanoseconds since the epoch. The result is sorted by name.
std::vector<std::string> findProfiles(llvm::StringRef Pattern, uint64_t Since);

/// Nanoseconds since the epoch, by the clock that is never ahead of the one by
/// which a runtime that starts after us notes its start: for findProfiles().
uint64_t coarseNow();

/// The profiles in \p Folder, sorted by name; other files are left out.
std::vector<std::string> profilesInFolder(llvm::StringRef Folder);

/// The header of the profile \p Path. All zero if the file is no profile.
format::FileHeader headerOf(llvm::StringRef Path);

/// \p Pattern as a glob of the shell. None if this glob does not name exactly
/// \p Files, which are sorted.
std::optional<std::string> shellGlob(llvm::StringRef Pattern,
                                     llvm::ArrayRef<std::string> Files);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_OUTPUTPATTERN_H
