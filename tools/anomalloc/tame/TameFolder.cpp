//===- TameFolder.cpp - where a taming keeps its files --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/TameFolder.h"
#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {

Expected<std::string> TameFolder::defaultFor(StringRef Top) {
  SmallString<256> Cache;
  const char *Given = getenv("XDG_CACHE_HOME");
  const char *Home = getenv("HOME");
  // A relative one is to be ignored, says the specification of XDG.
  if (Given && sys::path::is_absolute(Given)) {
    Cache = Given;
  } else if (Home && sys::path::is_absolute(Home)) {
    Cache = Home;
    sys::path::append(Cache, ".cache");
  } else {
    return makeError("neither HOME nor XDG_CACHE_HOME says where the work "
                     "folder may be: name one with --work=DIR");
  }
  const std::string Hash =
      MD5::hash(arrayRefFromStringRef(Top)).digest().str().str();
  constexpr size_t ShownHash = 16;
  sys::path::append(
      Cache, "anomalloc", "tame",
      (sys::path::filename(Top) + "-" + StringRef(Hash).take_front(ShownHash))
          .str());
  return Cache.str().str();
}

Expected<std::unique_ptr<TameFolder>> TameFolder::open(StringRef Path) {
  if (std::error_code EC = sys::fs::create_directories(Path))
    return inContext("cannot make the work folder " + Path,
                     errorCodeToError(EC));
  SmallString<256> Real;
  if (std::error_code EC = sys::fs::real_path(Path, Real))
    return inContext(Path, errorCodeToError(EC));
  std::unique_ptr<TameFolder> Folder(new TameFolder(Real.str().str()));
  if (Error E = Folder->claim())
    return std::move(E);
  if (Error E = Folder->lock())
    return std::move(E);
  if (Error E = Folder->lockForChildren())
    return std::move(E);
  return Folder;
}

TameFolder::~TameFolder() {
  for (int Fd : {Lock, Children})
    if (Fd >= 0)
      close(Fd);
}

/// Files are removed here: it must not be a folder of somebody's work.
Error TameFolder::claim() {
  const std::string Mark = file(".anomalloc-tame");
  if (sys::fs::exists(Mark))
    return Error::success();
  std::error_code EC;
  if (sys::fs::directory_iterator(Path, EC) != sys::fs::directory_iterator())
    return makeError("the folder " + Path +
                     " is not empty, and no work folder of 'anomalloc tame': "
                     "name a new one with --work=DIR");
  return writeWholeFile(Mark, [](raw_ostream &OS) {
    OS << "The work folder of 'anomalloc tame'. It may be removed.\n";
    return Error::success();
  });
}

Error TameFolder::lock() {
  Lock = ::open(file("lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (Lock < 0)
    return inContext(file("lock"), errorCodeToError(errnoAsErrorCode()));
  if (flock(Lock, LOCK_EX | LOCK_NB) == 0)
    return Error::success();
  if (errno == EWOULDBLOCK)
    return makeError("another 'anomalloc tame' works in " + Path +
                     ": wait for its end, or name another folder with "
                     "--work=DIR and another branch with --branch=NAME");
  return inContext(file("lock"), errorCodeToError(errnoAsErrorCode()));
}

/// The process group of a process, as proc(5) shows it; 0: it has ended.
static pid_t groupOf(const std::string &Process) {
  auto Text = MemoryBuffer::getFileAsStream(Process + "/stat");
  if (!Text)
    return 0;
  // "4711 (name) S 1 4711 ...": a name may have parentheses and spaces.
  SmallVector<StringRef, 4> Fields;
  (*Text)->getBuffer().rsplit(')').second.trim().split(Fields, ' ', 3);
  pid_t Group = 0;
  if (Fields.size() < 3 || Fields[2].getAsInteger(10, Group))
    return 0;
  return Group;
}

/// Whether a process of the group \p Group has the file \p Path open. So the
/// number is not that of somebody else's group by now.
static bool hasOpen(pid_t Group, const std::string &Path) {
  std::error_code EC;
  for (sys::fs::directory_iterator I("/proc", EC), End; !EC && I != End;
       I.increment(EC)) {
    if (!isDigit(sys::path::filename(I->path())[0]) ||
        groupOf(I->path()) != Group)
      continue;
    std::error_code Denied;
    for (sys::fs::directory_iterator F(I->path() + "/fd", Denied), Last;
         !Denied && F != Last; F.increment(Denied)) {
      SmallString<256> To;
      if (!sys::fs::real_path(F->path(), To) && To == Path)
        return true;
    }
  }
  return false;
}

/// All that we start inherits the descriptor, and so holds the lock.
Error TameFolder::lockForChildren() {
  const std::string Name = file("children.lock");
  Children = ::open(Name.c_str(), O_RDWR | O_CREAT, 0600);
  if (Children < 0)
    return inContext(Name, errorCodeToError(errnoAsErrorCode()));
  pid_t Group = 0;
  if (auto Text = MemoryBuffer::getFile(group()))
    if ((*Text)->getBuffer().trim().getAsInteger(10, Group))
      Group = 0;
  constexpr int Tries = 50;
  constexpr useconds_t Pause = 100000;
  for (int Try = 0; Try != Tries; ++Try) {
    if (flock(Children, LOCK_EX | LOCK_NB) == 0)
      return Error::success();
    // Else it is a server that a build has started for later ones, which has a
    // group of its own: it does not write to the tree.
    if (Group <= 1 || !hasOpen(Group, Name)) {
      flock(Children, LOCK_EX | LOCK_NB); // It may have ended just now.
      return Error::success();
    }
    kill(-Group, SIGKILL);
    usleep(Pause);
  }
  return makeError("a program that an earlier 'anomalloc tame' has started "
                   "still runs, and cannot be ended: end it, or name another "
                   "folder with --work=DIR");
}

} // namespace anomalloc
