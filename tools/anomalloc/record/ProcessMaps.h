//===- ProcessMaps.h - what a process has mapped ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_PROCESSMAPS_H
#define ANOMALLOC_ANOMALLOC_RECORD_PROCESSMAPS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <sys/types.h>
#include <vector>

namespace anomalloc {

/// A line of /proc/PID/maps, see proc_pid_maps(5).
struct MappedRegion {
  uint64_t Begin = 0, End = 0;
  std::string Rights;  ///< "r-xp"
  uint64_t Offset = 0; ///< In the file.
  uint64_t Inode = 0;  ///< 0: no file.
  std::string Path;    ///< As the process knows it; "": no file.
  bool Deleted = false;

  bool contains(uint64_t Address) const {
    return Address >= Begin && Address < End;
  }
  bool isCode() const { return Rights[2] == 'x'; }
  llvm::StringRef fileName() const;
};

/// The path of \p Name in the folder that /proc has for the process \p Id.
std::string inProc(pid_t Id, const llvm::Twine &Name);

/// What the process \p Id has mapped, by address. Fails if that cannot be seen,
/// or if the process is just ending.
llvm::Expected<std::vector<MappedRegion>> regionsOf(pid_t Id);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_PROCESSMAPS_H
