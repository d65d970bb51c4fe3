//===- Project.h - which files are the project's own ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_PROJECT_H
#define ANOMALLOC_LINT_PROJECT_H

#include "Support/TemporaryFolder.h"
#include "Lint/Units.h"
#include "Review/Project.h"

namespace anomalloc::lint {

/// \p Path as a person would type it in the current folder.
std::string displayed(llvm::StringRef Path);

/// The root is \p Root; else the git work tree of the current folder, or that
/// of the sources; else CMake's source folder, or where the database stands if
/// the sources are there, or what they share.
llvm::Expected<Project> findProject(llvm::StringRef Root, const Database &D,
                                    const TemporaryFolder &Scratch);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_PROJECT_H
