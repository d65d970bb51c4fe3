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

/// This machine's, as profiles name it.
std::string hostName();

/// What the runtime makes of an output pattern (RuntimeOptions.def, output) in
/// a process of the executable \p Program and number \p Pid, on this host, with
/// the rank of this process.
std::string expandPattern(llvm::StringRef Pattern, llvm::StringRef Program,
                          llvm::StringRef Pid);

/// \p Pattern for processes of the executable \p Program alone.
std::string withProgram(llvm::StringRef Pattern, llvm::StringRef Program);

/// The pattern that stands for \p Path alone.
std::string escapePattern(llvm::StringRef Path);

/// "%n.%p.anomalloc" as the glob "*.*.anomalloc".
std::string globOfPattern(llvm::StringRef Pattern);

/// Files whose names \p Pattern can have given, numbers behind names that were
/// taken among them, and that processes started after \p Since wrote, in
/// nanoseconds since the epoch; sorted by name.
std::vector<std::string> findProfiles(llvm::StringRef Pattern, uint64_t Since);

/// The profiles in \p Folder, sorted by name; other files are left out.
std::vector<std::string> profilesInFolder(llvm::StringRef Folder);

/// What the header of the profile \p Path says; all zero of other files.
format::FileHeader headerOf(llvm::StringRef Path);

/// \p Pattern as a shell writes it, if that names the sorted \p Files and no
/// others. None if it does not.
std::optional<std::string> shellGlob(llvm::StringRef Pattern,
                                     llvm::ArrayRef<std::string> Files);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_OUTPUTPATTERN_H
