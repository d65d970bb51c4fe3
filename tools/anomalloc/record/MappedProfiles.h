//===- MappedProfiles.h - which profile does a process write? ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_MAPPEDPROFILES_H
#define ANOMALLOC_ANOMALLOC_RECORD_MAPPEDPROFILES_H

#include "Profile/LiveProfile.h"
#include <string>
#include <sys/types.h>
#include <vector>

namespace anomalloc {

/// A file that a process writes to by a shared mapping.
struct MappedFile {
  std::string Path; ///< As the process knows it.
  bool Deleted = false;
};

/// The files that the process \p Id writes to through shared mappings, each
/// once. Fails if they cannot be seen, or if the process is just ending.
llvm::Expected<std::vector<MappedFile>> sharedFilesOf(pid_t Id);

/// Whether the process \p Id wrote \p P. If it runs in a container, the profile
/// has the process id that it has in the container.
bool wroteProfile(pid_t Id, const Profile &P);

/// Whether \p File is one of sharedFilesOf(\p Id).
llvm::Expected<bool> isMapped(pid_t Id, const LiveFile &File);

/// The profile that \p Id writes now; null if it writes none.
llvm::Expected<std::unique_ptr<LiveProfile>> profileOf(pid_t Id);

/// Those of the process \p Id and its descendants that write a profile.
std::vector<pid_t> processesWithProfile(pid_t Id);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_MAPPEDPROFILES_H
