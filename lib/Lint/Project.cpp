//===- Project.cpp - which files are the project's own --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Project.h"
#include "Lint/Git.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc::lint {

std::string displayed(StringRef Path) {
  SmallString<256> Here;
  if (sys::fs::current_path(Here))
    return Path.str();
  return Project{realPath(Here), ""}.relative(Path);
}

static StringRef commonFolder(StringRef A, StringRef B) {
  while (!isWithin(B, A))
    A = sys::path::parent_path(A);
  return A;
}

/// The folder that all sources share, but for generated ones.
static std::string commonFolder(const Database &D) {
  StringRef Common;
  for (bool Generated : {false, true}) {
    for (const Unit &U : D.Units)
      if (isWithin(U.File, D.BuildFolder) == Generated) {
        StringRef Folder = sys::path::parent_path(U.File);
        Common = Common.empty() ? Folder : commonFolder(Common, Folder);
      }
    if (!Common.empty())
      break;
  }
  return Common.str();
}

/// What CMake was told to build; "" if it did not make the build.
static std::string sourceFolderOfCMake(const Database &D) {
  auto Cache = MemoryBuffer::getFile(D.BuildFolder + "/CMakeCache.txt");
  if (!Cache)
    return "";
  StringRef Rest = (*Cache)->getBuffer().split("\nCMAKE_HOME_DIRECTORY").second;
  StringRef Folder = Rest.split('\n').first.split('=').second.rtrim('\r');
  return sys::fs::is_directory(Folder) ? realPath(Folder) : "";
}

static Expected<std::string> findRoot(const Database &D,
                                      const TemporaryFolder &Scratch) {
  std::string Common = commonFolder(D);
  auto HoldsSources = [&](StringRef Top) {
    return !Top.empty() && any_of(D.Units, [Top](const Unit &U) {
      return isWithin(U.File, Top);
    });
  };
  for (StringRef Folder : {StringRef("."), StringRef(Common)}) {
    Expected<std::string> Top = gitTop(Folder, Scratch);
    if (!Top)
      return Top.takeError();
    if (!Top->empty() && HoldsSources(realPath(*Top)))
      return realPath(*Top);
  }
  if (std::string Top = sourceFolderOfCMake(D); HoldsSources(Top))
    return Top;
  // compile_commands.json stands at the top, or in a folder of it.
  for (StringRef Top :
       {StringRef(D.BuildFolder), sys::path::parent_path(D.BuildFolder)})
    if (isWithin(Common, Top) && Top != sys::path::root_path(Top))
      return Top.str();
  return Common;
}

Expected<Project> findProject(StringRef Root, const Database &D,
                              const TemporaryFolder &Scratch) {
  Project P;
  if (Root.empty()) {
    Expected<std::string> Found = findRoot(D, Scratch);
    if (!Found)
      return Found.takeError();
    P.Root = std::move(*Found);
  } else {
    if (!sys::fs::is_directory(Root))
      return makeError("the root '" + Root + "' is no folder");
    P.Root = realPath(Root);
  }
  if (D.BuildFolder != P.Root && isWithin(D.BuildFolder, P.Root) &&
      // Not a database that stands among the sources.
      none_of(D.Units, [&](const Unit &U) {
        return sys::path::parent_path(U.File) == D.BuildFolder;
      }))
    P.Generated = D.BuildFolder;
  return P;
}

} // namespace anomalloc::lint
