//===- ProgramsApart.h - programs that did not run together -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_INPUTS_PROGRAMSAPART_H
#define ANOMALLOC_ANOMALLOC_INPUTS_PROGRAMSAPART_H

#include "Profile/Profile.h"

namespace anomalloc {

/// If some programs of \p P have nothing to do with others, returns the sorted
/// paths of all programs. Returns an empty list if all belong together.
/// Processes of one program belong together, however often it was run. So do
/// processes of one run: a process, the program that it became by exec(3), and
/// the processes that it started. So do all profiles of one folder of
/// \p Folders, or of one folder of children. A process whose program is not
/// known belongs to any.
std::vector<std::string> programsApart(const Profile &P,
                                       llvm::ArrayRef<llvm::StringRef> Folders);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_PROGRAMSAPART_H
