//===- Units.h - the translation units of a project -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_UNITS_H
#define ANOMALLOC_LINT_UNITS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace anomalloc::lint {

/// One source file that the compilation database names.
struct Unit {
  std::string File; ///< Without symbolic links and dots.
  std::string Name; ///< Absolute, as the database spells it.
  std::string Directory;
  std::vector<std::string> Command; ///< The first, if there are several.
};

struct Database {
  std::string Folder;      ///< What the build tools call -p.
  std::string BuildFolder; ///< The same without symbolic links.
  std::vector<Unit> Units; ///< Each file once, in the order of the database.

  const Unit *find(llvm::StringRef File) const;
};

/// Reads compile_commands.json: \p Path is the file or its folder; if it is "",
/// build/ and the current folder are tried.
llvm::Expected<Database> readDatabase(llvm::StringRef Path);

/// \p Path without symbolic links and dots; as it is, made absolute, if there
/// is no such file.
std::string realPath(llvm::StringRef Path);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_UNITS_H
