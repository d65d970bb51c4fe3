//===- EditorWeights.cpp - measurements of the open project ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EditorWeights.h"
#include "Weights/EditorPlace.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>
#include <mutex>
#include <set>

using namespace llvm;

namespace anomalloc {
namespace {

struct State {
  std::mutex Mutex;
  std::map<std::string, std::string> ByFile; ///< The weights' path; "": none.
  std::set<std::string> Complained;
  std::string Complaint;
};

State &state() {
  static State S;
  return S;
}

/// The first of \p Names in the nearest folder above \p File; "": none.
std::string nearest(StringRef File, ArrayRef<StringRef> Names) {
  for (StringRef Folder = sys::path::parent_path(File); !Folder.empty();
       Folder = sys::path::parent_path(Folder))
    for (StringRef Name : Names) {
      SmallString<256> Path(Folder);
      sys::path::append(Path, Name);
      if (sys::fs::is_regular_file(Path))
        return std::string(Path);
    }
  return "";
}

std::string nearestWeights(StringRef File) {
  const std::string Here = std::string(EditorFolder) + "/" + EditorWeights;
  const std::string InBuild = "build/" + Here;
  return nearest(File, {Here, InBuild});
}

} // namespace

void chooseWeights(clang::tidy::ClangTidyOptions &Options, StringRef File) {
  auto [Slot, IsNew] =
      Options.CheckOptions.try_emplace("Profile", nearestWeights(File));
  std::string &Path = Slot->getValue().Value;
  if (!IsNew && !Path.empty() && sys::path::is_relative(Path))
    if (std::string Known = nearest(File, {Path}); !Known.empty())
      Path = Known;
  {
    State &S = state();
    std::lock_guard<std::mutex> Lock(S.Mutex);
    S.ByFile[File.str()] = Path;
  }
  if (!weightsOf(File))
    Path = ""; // takeComplaint() says why
}

std::shared_ptr<const MeasuredWeights> weightsOf(StringRef File) {
  State &S = state();
  std::string Path;
  {
    std::lock_guard<std::mutex> Lock(S.Mutex);
    auto Known = S.ByFile.find(File.str());
    Path = Known == S.ByFile.end() ? nearestWeights(File) : Known->second;
  }
  if (Path.empty())
    return nullptr;
  Expected<std::shared_ptr<const MeasuredWeights>> Loaded =
      MeasuredWeights::load(Path);
  if (Loaded)
    return *Loaded;
  const std::string Why =
      "no measurements from " + Path + ": " + toString(Loaded.takeError());
  std::lock_guard<std::mutex> Lock(S.Mutex);
  if (S.Complained.insert(Why).second)
    S.Complaint += (S.Complaint.empty() ? "" : "\n") + Why;
  return nullptr;
}

std::string takeComplaint() {
  State &S = state();
  std::lock_guard<std::mutex> Lock(S.Mutex);
  return std::exchange(S.Complaint, "");
}

} // namespace anomalloc
