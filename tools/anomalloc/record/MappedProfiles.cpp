//===- MappedProfiles.cpp -------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/MappedProfiles.h"
#include "Support/Errors.h"
#include "record/OutputPattern.h"
#include "record/ProcessMaps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cerrno>

using namespace llvm;

namespace anomalloc {

Expected<std::vector<MappedFile>> sharedFilesOf(pid_t Id) {
  Expected<std::vector<MappedRegion>> Regions = regionsOf(Id);
  if (!Regions)
    return Regions.takeError();
  std::vector<MappedFile> Files;
  for (const MappedRegion &R : *Regions) {
    auto IsKnown = [&R](const MappedFile &Other) {
      return Other.Path == R.Path;
    };
    if (R.Rights == "rw-s" && StringRef(R.Path).starts_with("/") &&
        none_of(Files, IsKnown))
      Files.push_back({R.Path, R.Deleted});
  }
  return Files;
}

bool wroteProfile(pid_t Id, const Profile &P) {
  StringRef Recorded = P.Processes[0].info("pid").value_or("");
  if (Recorded == itostr(Id))
    return true;
  auto Status = MemoryBuffer::getFileAsStream(inProc(Id, "status"));
  if (!Status)
    return false;
  StringRef Numbers =
      (*Status)->getBuffer().split("\nNSpid:").second.split('\n').first;
  SmallVector<StringRef, 4> Ids;
  SplitString(Numbers, Ids);
  return is_contained(Ids, Recorded);
}

static bool beginsAsProfile(StringRef Path) {
  auto Begin = MemoryBuffer::getFileSlice(Path, sizeof(format::FileMagic), 0);
  return Begin && (*Begin)->getBuffer() ==
                      StringRef(format::FileMagic, sizeof(format::FileMagic));
}

Expected<bool> isMapped(pid_t Id, const LiveFile &File) {
  Expected<std::vector<MappedFile>> Files = sharedFilesOf(Id);
  if (!Files)
    return Files.takeError();
  return any_of(*Files, [&](const MappedFile &F) {
    return File.isAt(F.Path) || File.isAt(inProc(Id, "root") + F.Path);
  });
}

Expected<std::unique_ptr<LiveProfile>> profileOf(pid_t Id) {
  Expected<std::vector<MappedFile>> Files = sharedFilesOf(Id);
  if (!Files)
    return Files.takeError();
  std::string Deleted;
  std::vector<std::string> Paths, Ended;
  for (const MappedFile &F : *Files) {
    // A container's process knows files by other paths.
    std::string Path = F.Path;
    if (!beginsAsProfile(Path))
      Path = inProc(Id, "root") + F.Path;
    if (!beginsAsProfile(Path)) {
      if (F.Deleted && StringRef(F.Path).ends_with(".anomalloc"))
        Deleted = F.Path;
      continue;
    }
    // Recordings that are over stay mapped (record --pid).
    (headerOf(Path).EndTime ? Ended : Paths).push_back(std::move(Path));
  }
  append_range(Paths, reverse(Ended));
  for (StringRef Path : Paths) {
    Expected<std::unique_ptr<LiveProfile>> P = LiveProfile::open(Path);
    if (!P)
      return P.takeError();
    // A forked child has its parent's mapped, too.
    if (wroteProfile(Id, (*P)->model()))
      return std::move(*P);
  }
  if (!Deleted.empty())
    return makeError("the profile of process " + Twine(Id) +
                     " was deleted: " + Deleted);
  return nullptr;
}

static void addDescendants(pid_t Id, std::vector<pid_t> &To) {
  To.push_back(Id);
  std::error_code EC;
  for (sys::fs::directory_iterator I(inProc(Id, "task"), EC), End;
       !EC && I != End; I.increment(EC)) {
    auto Text = MemoryBuffer::getFileAsStream(I->path() + "/children");
    if (!Text)
      continue;
    SmallVector<StringRef, 8> Ids;
    SplitString((*Text)->getBuffer(), Ids);
    for (StringRef Word : Ids)
      if (pid_t Child; !Word.getAsInteger(10, Child))
        addDescendants(Child, To);
  }
}

std::vector<pid_t> processesWithProfile(pid_t Id) {
  std::vector<pid_t> All, With;
  addDescendants(Id, All);
  for (pid_t One : All) {
    Expected<std::unique_ptr<LiveProfile>> P = profileOf(One);
    if (!P)
      consumeError(P.takeError());
    else if (*P)
      With.push_back(One);
  }
  return With;
}

} // namespace anomalloc
