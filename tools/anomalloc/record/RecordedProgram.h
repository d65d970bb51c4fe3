//===- RecordedProgram.h - what is to be recorded ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_RECORDEDPROGRAM_H
#define ANOMALLOC_ANOMALLOC_RECORD_RECORDEDPROGRAM_H

#include "compile/ElfProbe.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace anomalloc {

struct RecordedProgram {
  std::string Path;  ///< The file that is started; "": there is none.
  std::string Image; ///< What then runs: a script's interpreter, or Path.
  Carries Runtime = Carries::Unknown;
  bool GainsRights = false; ///< It will run with rights its caller has not.
  /// Why less than all will be seen of it, as a sentence; "": all will.
  std::string Obstacle;
};

/// Looks for \p Name as a shell does, and into what it finds.
RecordedProgram lookAtProgram(llvm::StringRef Name);

/// What to say when \p Program, which the user calls \p Name, could not be
/// started for the reason \p Error (errno).
std::string whyNotStarted(llvm::StringRef Name, const RecordedProgram &Program,
                          int Error);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_RECORDEDPROGRAM_H
