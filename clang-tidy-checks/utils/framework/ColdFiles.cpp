//===- ColdFiles.cpp - files nobody tunes ---------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/framework/ColdFiles.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

// Folders of tests and the like; then names of files.
const char *const ColdFiles::Default =
    "(^|/)((unit|perf|fuzz|smoke)[-_]?)?"
    "(test|tests|testing|testsuite|demos?|examples?|samples?|benchmarks?|bench|"
    "perf|fuzz)/"
    "|(^|/)test_[^/]*$"
    "|[-_](unit|perf|fuzz)?(tests?|benchmark)[.][^/.]*$";

ColdFiles::ColdFiles(StringRef Pattern, StringRef Root)
    : Root(Root), Cold(Pattern, Regex::IgnoreCase), Any(!Pattern.empty()) {
  if (Any)
    Cold.isValid(Error);
}

/// \p Path, absolute and without `.` and `..`.
static SmallString<256> normal(StringRef Path, FileManager &Files) {
  SmallString<256> Whole(Path);
  Files.makeAbsolutePath(Whole);
  sys::path::remove_dots(Whole, /*remove_dot_dot=*/true);
  return Whole;
}

/// How many parts \p File and \p Folder have in common at their beginning.
static unsigned sharedParts(StringRef File, StringRef Folder) {
  unsigned Shared = 0;
  auto At = sys::path::begin(File), End = sys::path::end(File);
  for (auto In = sys::path::begin(Folder);
       In != sys::path::end(Folder) && At != End && *In == *At; ++In, ++At)
    ++Shared;
  return Shared;
}

bool ColdFiles::contains(SourceLocation Loc, const SourceManager &SM) const {
  const FileID File = SM.getFileID(SM.getExpansionLoc(Loc));
  if (File.isInvalid()) // no key of a DenseMap
    return false;
  const auto [Slot, New] = Known.try_emplace(File, false);
  if (New)
    Slot->second = isCold(File, SM);
  return Slot->second;
}

bool ColdFiles::isCold(FileID Which, const SourceManager &SM) const {
  const StringRef Name = SM.getFilename(SM.getLocForStartOfFile(Which));
  if (!Any || !Error.empty() || Name.empty())
    return false;
  FileManager &Files = SM.getFileManager();
  const SmallString<256> File = normal(Name, Files);
  unsigned Above = sharedParts(File, normal(".", Files));
  if (!Root.empty())
    Above = std::max(Above, sharedParts(File, normal(Root, Files)));
  SmallString<256> Below;
  for (StringRef Part : make_range(std::next(sys::path::begin(File), Above),
                                   sys::path::end(File)))
    sys::path::append(Below, sys::path::Style::posix, Part);
  return Cold.match(Below);
}

} // namespace clang::tidy::anomalloc
