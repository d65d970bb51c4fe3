//===- WrittenPrograms.h - the programs of a run ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A script, a libtool wrapper or a launcher runs many programs, and each
/// process of each writes a profile. A person who reads these profiles wants to
/// see one program.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_WRITTENPROGRAMS_H
#define ANOMALLOC_ANOMALLOC_RECORD_WRITTENPROGRAMS_H

#include "record/ProfilePlace.h"
#include <set>

namespace anomalloc {

/// All processes of a run whose executable has one name.
struct WrittenProgram {
  std::string Name;               ///< The file's name, without its folder.
  std::vector<std::string> Files; ///< Its profiles, one a process.
  uint64_t Allocations = 0;       ///< As 'anomalloc report' counts them.
  bool HasSites = false;          ///< Whether some code is instrumented.
  /// The programs that this program started without the environment variables
  /// that ask for a profile.
  std::set<std::string> Unrecorded;
};

/// The programs that wrote \p Written, most allocations first. Profiles that
/// cannot be read are left out here, because their reader reports the error.
std::vector<WrittenProgram> programsOf(const WrittenProfiles &Written);

/// The program of \p Programs that a person probably wants to see. It is the
/// first one with sites. If none has sites, it is the first. \p Programs must
/// not be empty.
const WrittenProgram &mainProgram(llvm::ArrayRef<WrittenProgram> Programs);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_WRITTENPROGRAMS_H
