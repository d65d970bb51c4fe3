//===- AttachedRuntime.h - the runtime in a running process -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_ATTACHEDRUNTIME_H
#define ANOMALLOC_ANOMALLOC_RECORD_ATTACHEDRUNTIME_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <sys/types.h>

namespace anomalloc {

/// Loads the runtime into the process \p Id, and begins recording there with
/// \p Options, a text like ANOMALLOC_OPTIONS. The process should pass
/// checkRecordable() (TracingRights.h). After an error it runs on as before;
/// the library may stay in its memory.
llvm::Error attachRuntime(pid_t Id, llvm::StringRef Options);

/// Ends the recording that attachRuntime() began, and completes the profile.
/// Does nothing if the process has become another program since.
llvm::Error detachRuntime(pid_t Id);

/// Begins an episode (include/anomalloc/Attach.h) in the process \p Id, which
/// records counts, with \p Options. Returns the episode's number. After an
/// error the process records as before.
llvm::Expected<uint32_t> beginEpisode(pid_t Id, llvm::StringRef Options);

/// Ends the episode. Returns its number; 0: there is none.
llvm::Expected<uint32_t> endEpisode(pid_t Id);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_ATTACHEDRUNTIME_H
