//===- RecordedProgram.cpp - what is to be recorded -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/RecordedProgram.h"
#include "record/ChildProcess.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

/// The first line of a script without its "#!"; "" of anything else.
std::string interpreterLine(const std::string &Path) {
  constexpr size_t Longest = 256; // As far as the kernel looks.
  struct stat Status;
  if (stat(Path.c_str(), &Status) != 0 || !S_ISREG(Status.st_mode))
    return "";
  auto Buffer = MemoryBuffer::getFileSlice(
      Path, std::min<uint64_t>(Longest, Status.st_size), 0);
  StringRef Text = Buffer ? (*Buffer)->getBuffer() : "";
  if (!Text.consume_front("#!"))
    return "";
  return Text.split('\n').first.trim(" \t").str();
}

/// "/usr/bin/python3" of "/usr/bin/python3 -E"; "" of what is no script.
std::string interpreterOf(const std::string &Path) {
  std::string Line = interpreterLine(Path);
  return StringRef(Line).substr(0, Line.find_first_of(" \t")).str();
}

std::string followScripts(std::string Path) {
  constexpr int Deepest = 5; // As the kernel does.
  for (int Depth = 0; Depth != Deepest; ++Depth) {
    std::string Next = interpreterOf(Path);
    if (Next.empty())
      break;
    Path = std::move(Next);
  }
  return Path;
}

/// Whether it will run with rights that its caller has not.
bool gainsRights(const std::string &Path) {
  struct stat Status;
  if (stat(Path.c_str(), &Status) != 0)
    return false;
  if (((Status.st_mode & S_ISUID) && Status.st_uid != getuid()) ||
      ((Status.st_mode & S_ISGID) && (Status.st_mode & S_IXGRP) &&
       Status.st_gid != getgid()))
    return true;
  return getuid() != 0 &&
         getxattr(Path.c_str(), "security.capability", nullptr, 0) > 0;
}

std::string obstacleOf(const RecordedProgram &Program) {
  const std::string &Image = Program.Image;
  if (Program.GainsRights)
    return " gains rights when it is run (set-user-ID): the system keeps the "
           "runtime out of it, and nothing will be recorded; run it as the "
           "user that owns it, or record a copy";
  switch (Program.Runtime) {
  case Carries::Hopeless:
    return " is statically linked and was built without Anomalloc: nothing "
           "will be recorded; build it with 'anomalloc c++'";
  case Carries::OtherMachine:
    return " is a program of the format " + formatOf(Image) +
           ", not of this Anomalloc's: nothing will be recorded; build it for "
           "this machine's 64-bit mode";
  case Carries::OtherLibrary:
    return " is linked with another C library than glibc: nothing will be "
           "recorded; build it on a system with glibc";
  case Carries::OwnAllocator:
    return " has an allocator inside (a sanitizer's, or one that is linked "
           "statically) and was built without Anomalloc: what it allocates is "
           "not seen; build it with 'anomalloc c++', or without that allocator";
  default:
    return "";
  }
}

} // namespace

RecordedProgram lookAtProgram(StringRef Name) {
  RecordedProgram Program;
  ErrorOr<std::string> Path = sys::findProgramByName(Name);
  if (!Path)
    return Program;
  Program.Path = *Path;
  Program.Image = followScripts(*Path);
  Program.Runtime = probeProgram(Program.Image);
  if (Program.Runtime == Carries::Unknown && isTextFile(Program.Image)) {
    Program.Image = "/bin/sh"; // Whose script has no "#!".
    Program.Runtime = probeProgram(Program.Image);
  }
  Program.GainsRights = gainsRights(Program.Image);
  Program.Obstacle = obstacleOf(Program);
  if (!Program.Obstacle.empty())
    Program.Obstacle = Program.Image + Program.Obstacle;
  return Program;
}

std::string whyNotStarted(StringRef Name, const RecordedProgram &Program,
                          int Error) {
  const std::string &Path = Program.Path;
  std::string Usual = strerror(Error);
  struct stat Status;
  if (Path.empty()) {
    SmallString<128> Here("./");
    Here += Name;
    bool IsHere = sys::fs::exists(Here) && !sys::fs::is_directory(Here);
    return Usual + (IsHere ? "; did you mean '" + Here.str().str() + "'?" : "");
  }
  if (stat(Path.c_str(), &Status) != 0)
    return Usual;
  if (S_ISDIR(Status.st_mode))
    return "it is a folder";
  if (std::string Line = interpreterOf(Path);
      !Line.empty() && Error != ENOEXEC && access(Line.c_str(), X_OK) != 0)
    return "its first line asks for the interpreter '" + Line +
           "': " + strerror(errno);
  if (Error == ENOENT)
    return "the dynamic loader that it asks for is not installed (a program "
           "for another system, or a 32-bit one)";
  if (Error == EACCES && access(Path.c_str(), X_OK) != 0)
    return "it is not executable; 'chmod +x' makes it so";
  if (Error == ENOEXEC && Program.Runtime == Carries::OtherMachine)
    return "it is a program of the format " + formatOf(Path) +
           ", which this machine does not run";
  if (Error == ENOEXEC)
    return "it is neither a program nor a script";
  return Usual;
}

} // namespace anomalloc
