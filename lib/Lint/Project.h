//===- Project.h - which files are the project's own ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_PROJECT_H
#define ANOMALLOC_LINT_PROJECT_H

#include "Lint/Units.h"
#include "Review/Project.h"
#include "Support/TemporaryFolder.h"

namespace anomalloc::lint {

/// \p Path as a person would type it in the current folder.
std::string displayed(llvm::StringRef Path);

/// Finds the root of the project. It is \p Root if that is not "". Otherwise it
/// is the first of these that holds sources: the git work tree of the current
/// folder, the git work tree of the sources, CMake's source folder, the folder
/// of the database or its parent. If none does, it is the folder that the
/// sources share.
llvm::Expected<Project> findProject(llvm::StringRef Root, const Database &D,
                                    const TemporaryFolder &Scratch);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_PROJECT_H
