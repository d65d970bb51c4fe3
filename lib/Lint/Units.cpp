//===- Units.cpp - the translation units of a project ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Units.h"
#include "Profile/Errors.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;
using namespace clang::tooling;

namespace anomalloc::lint {

static constexpr char FileName[] = "compile_commands.json";

std::string realPath(StringRef Path) {
  SmallString<256> Real;
  if (!sys::fs::real_path(Path, Real))
    return Real.str().str();
  Real = Path;
  sys::fs::make_absolute(Real);
  sys::path::remove_dots(Real, /*remove_dot_dot=*/true);
  return Real.str().str();
}

const Unit *Database::find(StringRef File) const {
  auto It = find_if(Units, [File](const Unit &U) { return U.File == File; });
  return It == Units.end() ? nullptr : &*It;
}

static Expected<std::string> locate(StringRef Path) {
  std::vector<std::string> Candidates;
  if (Path.empty())
    Candidates = {std::string("build/") + FileName, FileName};
  else if (sys::fs::is_directory(Path))
    Candidates = {(Path + "/" + FileName).str()};
  else
    Candidates = {Path.str()};
  for (const std::string &File : Candidates)
    if (sys::fs::exists(File))
      return File;
  return makeError(
      "no " + Candidates.back() +
      ": the compilation database says how each file is compiled. CMake writes "
      "one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, Meson always, other builds "
      "with 'bear -- make'; name its folder with -p");
}

Expected<Database> readDatabase(StringRef Path) {
  Expected<std::string> File = locate(Path);
  if (!File)
    return File.takeError();
  std::string Message;
  std::unique_ptr<CompilationDatabase> Read =
      JSONCompilationDatabase::loadFromFile(*File, Message,
                                            JSONCommandLineSyntax::AutoDetect);
  if (!Read)
    return makeError(*File + " is no compilation database: " +
                     StringRef(Message).rtrim('\n'));
  Read = inferTargetAndDriverMode(
      expandResponseFiles(std::move(Read), vfs::getRealFileSystem()));

  Database D;
  SmallString<256> Folder(sys::path::parent_path(*File));
  sys::fs::make_absolute(Folder);
  D.Folder = Folder.str().str();
  D.BuildFolder = sys::path::parent_path(realPath(*File)).str();
  StringSet<> Seen;
  for (CompileCommand &C : Read->getAllCompileCommands()) {
    StringRef Extension = sys::path::extension(C.Filename);
    if (Extension == ".s" || Extension == ".S" || Extension == ".asm")
      continue;
    SmallString<256> Name(C.Filename);
    sys::fs::make_absolute(C.Directory, Name);
    Unit U = {realPath(Name), Name.str().str(), std::move(C.Directory),
              std::move(C.CommandLine)};
    if (Seen.insert(U.File).second)
      D.Units.push_back(std::move(U));
  }
  if (D.Units.empty())
    return makeError(*File + " names no source file");
  return D;
}

} // namespace anomalloc::lint
