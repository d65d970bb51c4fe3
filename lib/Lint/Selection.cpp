//===- Selection.cpp - what is checked, and where findings count ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Selection.h"
#include "Lint/Git.h"
#include "Lint/HeaderCover.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc::lint {

static bool isNamed(ArrayRef<std::string> Paths, StringRef File) {
  return any_of(
      Paths, [File](const std::string &Path) { return isWithin(File, Path); });
}

bool Selection::wantsSome(const Project &P, StringRef File) const {
  return (Paths.empty() ? P.owns(File) : isNamed(Paths, File)) &&
         (!Changed || Changed->count(File.str()));
}

bool Selection::wants(const Project &P, StringRef File, unsigned Line) const {
  return wantsSome(P, File) &&
         (!Changed || Changed->find(File.str())->second.contains(Line));
}

namespace {

Expected<ChangedLines> readPatch(StringRef Path, const Project &P) {
  auto Buffer = MemoryBuffer::getFileOrSTDIN(Path);
  if (!Buffer)
    return inContext("cannot read " + Path,
                     errorCodeToError(Buffer.getError()));
  StringRef Text = (*Buffer)->getBuffer();
  if (!Text.trim().empty() && !looksLikePatch(Text))
    return makeError(Path + " is no diff; 'git diff' and 'diff -u' write some");
  ChangedLines Changed;
  for (auto &[Name, Lines] : parsePatch(Text)) {
    // As git writes it ("b/src/x.cpp"), else as it stands there.
    std::string Stripped =
        P.Root + "/" + StringRef(Name).split('/').second.str();
    if (sys::path::is_absolute(Name))
      Changed[Name] = Lines;
    else
      Changed[sys::fs::exists(Stripped) ? Stripped : P.Root + "/" + Name] =
          Lines;
  }
  return Changed;
}

void takeChanges(Selection &S, ChangedLines Found) {
  S.Changed.emplace();
  for (auto &[Path, Lines] : Found)
    if (!Lines.empty() && sys::fs::is_regular_file(Path))
      (*S.Changed)[realPath(Path)] = std::move(Lines);
}

Error findChanges(Selection &S, const Request &R, const Project &P,
                  const TemporaryFolder &Scratch) {
  if (R.DiffFile) {
    Expected<ChangedLines> Found = readPatch(*R.DiffFile, P);
    if (!Found)
      return Found.takeError();
    takeChanges(S, std::move(*Found));
    return Error::success();
  }
  if (!R.DiffRef)
    return Error::success();
  Expected<std::string> Top = gitTop(P.Root, Scratch);
  if (!Top)
    return Top.takeError();
  if (Top->empty())
    return makeError(P.Root + " is in no git work tree; give the changes with "
                              "--diff-file");
  Expected<ChangedLines> Found = gitChanges(*Top, *R.DiffRef, Scratch);
  if (!Found)
    return Found.takeError();
  takeChanges(S, std::move(*Found));
  return Error::success();
}

Error findPaths(Selection &S, const Request &R) {
  for (const std::string &Path : R.Paths) {
    if (!sys::fs::exists(Path))
      return makeError("no file or folder '" + Path + "'");
    S.Paths.push_back(realPath(Path));
  }
  return Error::success();
}

/// The headers below the folders of \p S, and those named.
std::set<std::string> headersOf(const Selection &S, const Project &P) {
  std::set<std::string> Headers;
  for (const std::string &Path : S.Paths) {
    if (isHeaderName(Path))
      Headers.insert(Path);
    std::error_code EC;
    for (sys::fs::recursive_directory_iterator I(Path, EC), End;
         I != End && !EC; I.increment(EC)) {
      StringRef Name = sys::path::filename(I->path());
      if (Name.starts_with(".") ||
          (!P.Generated.empty() && I->path() == P.Generated))
        I.no_push();
      else if (isHeaderName(Name) && sys::fs::is_regular_file(I->path()))
        Headers.insert(realPath(I->path()));
    }
  }
  return Headers;
}

constexpr StringLiteral SourceExtensions[] = {
    ".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".m", ".mm", ".cu"};

/// Tells of sources that nobody compiles.
void noteStrays(Selection &S, const Database &D, const Project &P) {
  std::vector<std::string> Named;
  if (!S.Changed)
    Named = S.Paths;
  else
    for (const auto &[File, Lines] : *S.Changed)
      if (P.owns(File))
        Named.push_back(File);
  for (const std::string &File : Named)
    if (is_contained(SourceExtensions, sys::path::extension(File)) &&
        !D.find(File))
      S.Notes.push_back(
          displayed(File) +
          " is not in the compilation database: it is not checked");
}

} // namespace

std::string resourceFolder(StringRef TidyProgram) {
  std::string Program = realPath(TidyProgram);
  StringRef Bin = sys::path::parent_path(Program);
  return (sys::path::parent_path(Bin) + "/lib/clang/" +
          Twine(LLVM_VERSION_MAJOR))
      .str();
}

Expected<Selection> select(const Request &R, const Database &D,
                           const Project &P, StringRef TidyProgram,
                           const TemporaryFolder &Scratch) {
  Selection S;
  if (Error E = findPaths(S, R))
    return std::move(E);
  if (Error E = findChanges(S, R, P, Scratch))
    return std::move(E);

  auto IsMeant = [&](StringRef File) {
    return S.Paths.empty() || isNamed(S.Paths, File);
  };
  for (const Unit &U : D.Units)
    if (IsMeant(U.File) && (!S.Changed || S.Changed->count(U.File)))
      S.Units.push_back(&U);

  std::set<std::string> Headers;
  if (S.Changed) {
    for (const auto &[File, Lines] : *S.Changed)
      if (isHeaderName(File) && IsMeant(File) && P.owns(File))
        Headers.insert(File);
  } else {
    Headers = headersOf(S, P);
  }
  for (const Unit &U : D.Units)
    Headers.erase(U.File);
  if (!Headers.empty()) {
    HeaderCover Cover =
        coverHeaders(Headers, D, S.Units, resourceFolder(TidyProgram), R.Jobs);
    append_range(S.Units, Cover.Units);
    for (const std::string &File : Cover.Lonely)
      S.Notes.push_back("no unit includes " + displayed(File) +
                        ": it is not checked");
  }
  sort(S.Units); // as they stand in the database
  noteStrays(S, D, P);
  return S;
}

} // namespace anomalloc::lint
