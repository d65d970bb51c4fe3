//===- MappedProfiles.cpp -------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/MappedProfiles.h"
#include "Support/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cerrno>

using namespace llvm;

namespace anomalloc {

static std::string inProc(pid_t Id, StringRef Name) {
  return ("/proc/" + Twine(Id) + "/" + Name).str();
}

/// A new line in a path is "\012" in /proc/PID/maps; nothing else is escaped.
static std::string unescape(StringRef Text) {
  std::string Path;
  while (!Text.empty()) {
    if (Text.consume_front("\\012"))
      Path += '\n';
    else {
      Path += Text.front();
      Text = Text.drop_front();
    }
  }
  return Path;
}

Expected<std::vector<MappedFile>> sharedFilesOf(pid_t Id) {
  auto Text = MemoryBuffer::getFileAsStream(inProc(Id, "maps"));
  if (!Text) {
    if (Text.getError() == std::errc::no_such_file_or_directory ||
        Text.getError() == std::errc::no_such_process)
      return makeError("there is no process " + Twine(Id));
    return inContext("process " + Twine(Id), errorCodeToError(Text.getError()));
  }
  if ((*Text)->getBufferSize() == 0)
    return makeError("process " + Twine(Id) + " is ending");
  std::vector<MappedFile> Files;
  SmallVector<StringRef, 0> Lines;
  (*Text)->getBuffer().split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines) {
    // 7f12-7f13 rw-s 00000000 fe:00 1234    /path of the file
    StringRef Rest = Line.split(' ').second;
    if (!Rest.consume_front("rw-s "))
      continue;
    for (int Skipped = 0; Skipped != 3; ++Skipped)
      Rest = Rest.split(' ').second;
    Rest = Rest.ltrim(' ');
    MappedFile F;
    F.Deleted = Rest.consume_back(" (deleted)");
    F.Path = unescape(Rest);
    auto IsKnown = [&F](const MappedFile &Other) {
      return Other.Path == F.Path;
    };
    if (!F.Path.empty() && F.Path[0] == '/' && none_of(Files, IsKnown))
      Files.push_back(std::move(F));
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
