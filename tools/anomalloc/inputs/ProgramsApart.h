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

/// The programs of \p P, sorted paths, if some of them have nothing to do with
/// others; empty if all belong together. Processes of one program do, however
/// often it was run. So do processes of one run: a process and what it became
/// by exec(3) or started, and all profiles of one folder of \p Folders or of
/// children. A process whose program is not known belongs to any.
std::vector<std::string> programsApart(const Profile &P,
                                       llvm::ArrayRef<llvm::StringRef> Folders);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_PROGRAMSAPART_H
