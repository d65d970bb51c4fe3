//===- Git.h - what git knows of the project --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_GIT_H
#define ANOMALLOC_LINT_GIT_H

#include "Lint/Diff.h"
#include "Support/Processes.h"

namespace anomalloc::lint {

/// The top of the work tree that holds \p Folder; "" if there is none.
llvm::Expected<std::string> gitTop(llvm::StringRef Folder,
                                   const TemporaryFolder &Scratch);

/// The lines that differ between the work tree \p Top, as it is on disk, and
/// the last common ancestor of HEAD and \p Ref. A file that git does not know
/// yet, and does not ignore, counts as changed as a whole.
llvm::Expected<ChangedLines> gitChanges(llvm::StringRef Top,
                                        llvm::StringRef Ref,
                                        const TemporaryFolder &Scratch);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_GIT_H
