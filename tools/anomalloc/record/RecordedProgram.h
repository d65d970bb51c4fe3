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
  std::string Image; ///< The executable: a script's interpreter, or Path.
  Carries Runtime = Carries::Unknown;
  bool GainsRights = false; ///< It gets rights that its caller lacks.
  /// Why some of its allocations will not be seen, as a sentence; "": all will.
  std::string Obstacle;
};

/// Looks for the program \p Name as a shell does, and examines the file.
RecordedProgram lookAtProgram(llvm::StringRef Name);

/// The message if \p Program could not be started. The user calls it \p Name.
/// \p Error is the errno.
std::string whyNotStarted(llvm::StringRef Name, const RecordedProgram &Program,
                          int Error);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_RECORDEDPROGRAM_H
