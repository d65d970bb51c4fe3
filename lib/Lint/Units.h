//===- Units.h - the translation units of a project -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_UNITS_H
#define ANOMALLOC_LINT_UNITS_H

#include "Lint/CompilerWrappers.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace anomalloc::lint {

/// How a source file is compiled: clang's command line.
struct UnitCommand {
  std::string Directory;
  std::vector<std::string> Arguments;
};

/// One source file that the compilation database names.
struct Unit {
  std::string File;                  ///< Without symbolic links and dots.
  std::string Name;                  ///< Absolute, as the database spells it.
  std::vector<UnitCommand> Commands; ///< At least one.
  /// Flags that were taken from the commands, since clang refuses them.
  std::vector<std::string> LeftOut;
  /// Why a response file of a command could not be read, so that the command is
  /// not complete. "" otherwise.
  std::string Unread;
};

struct Database {
  std::string BuildFolder; ///< Of the database; no symbolic links.
  std::vector<Unit> Units; ///< Each file once, in the order of the database.

  const Unit *find(llvm::StringRef File) const;
};

/// Reads compile_commands.json. \p Path is the file or its folder, or a folder
/// of fragments (Fragments.h). If it is "", build/ and the current folder are
/// tried. Changes the commands so that clang understands them. Response files
/// are read, Anomalloc's wrapper is replaced by \p Wrapped, and flags that only
/// another compiler knows are left out.
llvm::Expected<Database> readDatabase(llvm::StringRef Path,
                                      const WrappedCompiler &Wrapped);

/// Writes the commands of \p Units into compile_commands.json in \p Folder.
llvm::Error writeDatabase(llvm::StringRef Folder,
                          llvm::ArrayRef<const Unit *> Units);

/// \p Path without symbolic links and dots. If there is no such file, \p Path
/// is only made absolute.
std::string realPath(llvm::StringRef Path);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_UNITS_H
