//===- TracingRights.cpp - may this process be looked into? ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/TracingRights.h"
#include "Support/Errors.h"
#include "compile/ElfProbe.h"
#include "record/MappedProfiles.h"
#include "record/ProcessMaps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {

std::string statusOf(pid_t Id, StringRef Key) {
  auto Text = MemoryBuffer::getFileAsStream(inProc(Id, "status"));
  if (!Text)
    return "";
  StringRef Rest = (*Text)->getBuffer();
  while (!Rest.empty()) {
    auto [Line, More] = Rest.split('\n');
    auto [Name, Value] = Line.split(':');
    if (Name == Key)
      return Value.trim().str();
    Rest = More;
  }
  return "";
}

/// Whether both processes have the same folder or namespace in /proc.
static bool shares(pid_t Id, const char *Name) {
  struct stat Its, Ours;
  return stat(inProc(Id, Name).c_str(), &Its) == 0 &&
         stat(inProc(getpid(), Name).c_str(), &Ours) == 0 &&
         Its.st_dev == Ours.st_dev && Its.st_ino == Ours.st_ino;
}

/// The runtime would begin a profile by itself as soon as it is loaded.
static bool hasOptions(pid_t Id) {
  auto Text = MemoryBuffer::getFileAsStream(inProc(Id, "environ"));
  StringRef All = Text ? (*Text)->getBuffer() : "";
  constexpr StringLiteral Name = "ANOMALLOC_OPTIONS=";
  return All.starts_with(Name) ||
         All.contains(StringRef("\0ANOMALLOC_OPTIONS=", Name.size() + 1));
}

static Error checkProgram(pid_t Id) {
  const std::string Process = "process " + itostr(Id);
  const std::string Program = inProc(Id, "exe");
  if (access(Program.c_str(), R_OK) != 0)
    return makeError(
        Process +
        (errno == ENOENT
             ? " is a part of the kernel: it has no program"
             : " cannot be looked into: " + std::string(strerror(errno))));
  switch (probeProgram(Program)) {
  case Carries::SharedRuntime:
  case Carries::StaticRuntime:
    return makeError(
        Process + " carries the runtime already and was started without a "
                  "request for a profile; start it under 'anomalloc record'");
  case Carries::Hopeless:
    return makeError(Process +
                     " is statically linked: nothing can be loaded into it; "
                     "build it with 'anomalloc c++' and record it from its "
                     "start");
  case Carries::OtherMachine:
    return makeError(Process + " is a program of the format " +
                     formatOf(Program) +
                     ", not of this Anomalloc's: build it for this machine's "
                     "64-bit mode");
  case Carries::OtherLibrary:
    return makeError(Process + " is linked with another C library than glibc; "
                               "build it on a system with glibc");
  case Carries::OwnAllocator:
    return makeError(Process +
                     " has an allocator inside (a sanitizer's, or one that is "
                     "linked statically): what it allocates is not seen; build "
                     "it without that allocator, or with 'anomalloc c++'");
  case Carries::Nothing:
  case Carries::Unknown:
    break;
  }
  return Error::success();
}

/// Whether it sees files as we do.
static Error checkRoot(pid_t Id) {
  if (shares(Id, "ns/mnt") && shares(Id, "root"))
    return Error::success();
  return makeError("process " + Twine(Id) +
                   " has another root folder (a container, or chroot): run "
                   "anomalloc in there");
}

static Error checkTraceable(pid_t Id) {
  const std::string Process = "process " + itostr(Id);
  if (Id == getpid())
    return makeError(Process + " is anomalloc itself");
  const std::string State = statusOf(Id, "State");
  if (State.empty())
    return makeError("there is no process " + Twine(Id));
  if (State[0] == 'Z' || State[0] == 'X')
    return makeError(Process + " has ended");
  if (std::string Group = statusOf(Id, "Tgid"); Group != itostr(Id))
    return makeError(Twine(Id) + " is a thread of process " + Group +
                     ": name that");
  if (std::string Tracer = statusOf(Id, "TracerPid");
      !Tracer.empty() && Tracer != "0")
    return makeError(Process + " is traced by process " + Tracer +
                     ", a debugger or strace: only one can do that; end it "
                     "first");
  if (State[0] == 'T')
    return makeError(Process +
                     " is stopped: let it run first, with 'kill "
                     "-CONT " +
                     Twine(Id) + "'");
  // Where its owner's rights are missing, what follows cannot be seen.
  if (access(inProc(Id, "ns/mnt").c_str(), F_OK) != 0)
    return whyNotTraced(Id, EPERM);
  return Error::success();
}

Error checkReachable(pid_t Id) {
  if (Error E = checkTraceable(Id))
    return E;
  return checkRoot(Id);
}

Error checkRecordable(pid_t Id) {
  const std::string Process = "process " + itostr(Id);
  if (Error E = checkTraceable(Id))
    return E;
  if (Error E = checkProgram(Id))
    return E;
  if (Error E = checkRoot(Id))
    return E;
  Expected<std::unique_ptr<LiveProfile>> Writes = profileOf(Id);
  if (!Writes)
    consumeError(Writes.takeError()); // An old one, deleted since.
  else if (*Writes && !(*Writes)->process().EndTime)
    return makeError(Process + " records already; see 'anomalloc top " +
                     Twine(Id) + "', or its profile");
  if (hasOptions(Id))
    return makeError(
        Process + " has ANOMALLOC_OPTIONS in its environment, which asks for "
                  "a profile from its start; start it without, or under "
                  "'anomalloc record'");
  return Error::success();
}

Error whyNotTraced(pid_t Id, int Error) {
  const std::string Refused =
      ("process " + Twine(Id) + " may not be traced: ").str();
  const std::string Owner =
      StringRef(statusOf(Id, "Uid")).split('\t').first.str();
  if (geteuid() != 0 && Owner != utostr(geteuid()))
    return makeError(Refused + "it belongs to the user " + Owner +
                     "; run anomalloc as this user, or as root");
  auto Text =
      MemoryBuffer::getFileAsStream("/proc/sys/kernel/yama/ptrace_scope");
  StringRef Scope = Text ? (*Text)->getBuffer().trim() : "0";
  if (Scope == "3")
    return makeError(Refused +
                     "kernel.yama.ptrace_scope is 3, which forbids it "
                     "to all until the system is started anew");
  if (geteuid() != 0 && (Scope == "1" || Scope == "2"))
    return makeError(Refused + "kernel.yama.ptrace_scope is " + Scope +
                     "; run anomalloc as root, or allow it until the system is "
                     "started anew: 'sudo sysctl kernel.yama.ptrace_scope=0'");
  return makeError(Refused + strerror(Error) +
                   "; in a container, start that with --cap-add=SYS_PTRACE; a "
                   "program with more rights than its user needs root");
}

} // namespace anomalloc
