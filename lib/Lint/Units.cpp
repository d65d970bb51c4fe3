//===- Units.cpp - the translation units of a project ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Units.h"
#include "Lint/Fragments.h"
#include "Lint/ResponseFiles.h"
#include "Lint/UnknownFlags.h"
#include "Profile/Compat.h"
#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

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

/// Finds the file, or the folder of fragments, that \p Path means.
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
  if (!Path.empty() && hasFragments(Path))
    return Path.str();
  return makeError(
      "no " + Candidates.back() +
      ": the compilation database says how each file is compiled. CMake writes "
      "one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, Meson always, 'anomalloc "
      "c++' with ANOMALLOC_COMPILE_COMMANDS=DIR, other compilers with 'bear -- "
      "make'; name its folder with -p");
}

static Expected<std::vector<CompileCommand>>
readWhole(const std::string &File) {
  std::string Message;
  std::unique_ptr<CompilationDatabase> Read =
      JSONCompilationDatabase::loadFromFile(File, Message,
                                            JSONCommandLineSyntax::AutoDetect);
  if (!Read)
    return makeError(File + " is no compilation database: " +
                     StringRef(Message).rtrim('\n'));
  return Read->getAllCompileCommands();
}

static bool isAssembler(StringRef File) {
  StringRef Extension = sys::path::extension(File);
  return Extension == ".s" || Extension == ".S" || Extension == ".asm";
}

Expected<Database> readDatabase(StringRef Path,
                                const WrappedCompiler &Wrapped) {
  Expected<std::string> File = locate(Path);
  if (!File)
    return File.takeError();
  const bool InParts = sys::fs::is_directory(*File);
  Expected<std::vector<CompileCommand>> Commands =
      InParts ? readFragments(*File) : readWhole(*File);
  if (!Commands)
    return Commands.takeError();

  Database D;
  D.BuildFolder = realPath(*File);
  if (!InParts)
    D.BuildFolder = sys::path::parent_path(D.BuildFolder).str();
  StringMap<size_t> Seen;
  UnknownFlags Unknown;
  for (CompileCommand &C : *Commands) {
    if (isAssembler(C.Filename) || C.CommandLine.empty())
      continue;
    std::string Unread;
    if (Error E = expandResponseFiles(C.CommandLine, C.Directory))
      Unread = toString(std::move(E));
    unwrapCompiler(C.CommandLine, C.Directory, Wrapped);
    if (C.CommandLine.empty()) // Launchers and variables alone.
      continue;
    addTargetAndModeForProgramName(C.CommandLine, C.CommandLine.front());
    std::vector<std::string> LeftOut =
        Unknown.takeFrom(C.CommandLine, C.Filename, C.Directory);
    SmallString<256> Name(C.Filename);
    compat::makeAbsolute(C.Directory, Name);
    std::string Real = realPath(Name);
    auto [I, New] = Seen.try_emplace(Real, D.Units.size());
    if (New)
      D.Units.push_back({std::move(Real), Name.str().str(), {}, {}, {}});
    Unit &U = D.Units[I->second];
    if (!Unread.empty())
      U.Unread = std::move(Unread);
    U.Commands.push_back({std::move(C.Directory), std::move(C.CommandLine)});
    for (std::string &Flag : LeftOut)
      if (!is_contained(U.LeftOut, Flag))
        U.LeftOut.push_back(std::move(Flag));
  }
  if (D.Units.empty())
    return makeError(*File + " names no source file");
  return D;
}

/// \p Text as a string of JSON that clang reads back byte by byte: it takes
/// names as they are, also those that are not UTF-8.
static void writeRaw(raw_ostream &OS, StringRef Text) {
  OS << '"';
  for (char C : Text) {
    if (C == '"' || C == '\\')
      OS << '\\' << C;
    else if (static_cast<unsigned char>(C) < ' ')
      OS << llvm::format("\\u%04x", C);
    else
      OS << C;
  }
  OS << '"';
}

Error writeDatabase(StringRef Folder, ArrayRef<const Unit *> Units) {
  return writeWholeFile((Folder + "/" + FileName).str(),
                        [&](raw_ostream &OS) -> Error {
                          ListSeparator Rows(",\n");
                          OS << '[';
                          for (const Unit *U : Units)
                            for (const UnitCommand &C : U->Commands) {
                              OS << Rows << "{\"file\": ";
                              writeRaw(OS, U->Name);
                              OS << ", \"directory\": ";
                              writeRaw(OS, C.Directory);
                              OS << ", \"arguments\": [";
                              ListSeparator Words;
                              for (const std::string &Word : C.Arguments) {
                                OS << Words;
                                writeRaw(OS, Word);
                              }
                              OS << "]}";
                            }
                          OS << "]\n";
                          return Error::success();
                        });
}

} // namespace anomalloc::lint
