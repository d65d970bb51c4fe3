//===- MergeTool.cpp - 'anomalloc merge' as a helper ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mpi/MergeTool.h"
#include "process/System.h"
#include "profile/OutputName.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern "C" char **environ;

namespace anomalloc::runtime {

/// What follows them: "-o", the output, the inputs.
static const char *const MergeVerb[] = {"merge"};

/// The only variables of the rank's environment that the tool gets, beside
/// NotRecorded. With LD_PRELOAD it would be recorded, and with those of a
/// launcher taken for a rank.
static const char *const KeptVariables[] = {
    "PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "LANG", "LC_ALL",
};

/// Without it, the rank would tell that it starts a program unrecorded.
static char NotRecorded[] = "ANOMALLOC_OPTIONS=enabled=0";

/// Where this library stands, the tool's place is known. False if it stands
/// elsewhere.
static bool findTool(char (&Path)[PathSize]) {
  Dl_info Object;
  if (!dladdr(reinterpret_cast<void *>(&mergeProfiles), &Object))
    return false;
  static const char Tail[] = "/" ANOMALLOC_LIBDIR "/libanomalloc_mpi.so";
  const size_t Length = length(Object.dli_fname), OfTail = sizeof(Tail) - 1;
  if (Length < OfTail || !equal(Object.dli_fname + Length - OfTail, Tail))
    return false;
  Text(Path).add(Object.dli_fname);
  Text(Path, Length - OfTail).add("/" ANOMALLOC_BINDIR "/anomalloc");
  return true;
}

static void fillEnvironment(char **To) {
  for (const char *Name : KeptVariables)
    for (char **Entry = environ; Entry && *Entry; ++Entry)
      if (const size_t Size = length(Name);
          !__builtin_strncmp(*Entry, Name, Size) && (*Entry)[Size] == '=') {
        *To++ = *Entry;
        break;
      }
  *To++ = NotRecorded;
  *To = nullptr;
}

/// The first line that the tool wrote to \p Log, without its name.
static void addFirstLine(const char *Log, Text &To) {
  static char Bytes[512];
  const int Fd = sys::openForReading(Log);
  const long Size = Fd < 0 ? 0 : sys::readFile(Fd, Bytes, sizeof(Bytes) - 1);
  if (Fd >= 0)
    sys::closeFile(Fd);
  Bytes[Size < 0 ? 0 : Size] = 0;
  for (const char *C = Bytes; *C && *C != '\n'; ++C)
    To.add(*C);
}

/// errno, 0: it runs, as \p Id.
static int start(pid_t &Id, char **Arguments, const char *Log) {
  static posix_spawn_file_actions_t Files;
  static posix_spawnattr_t Attributes;
  static sigset_t None;
  static char *Environment[sizeof(KeptVariables) / sizeof(*KeptVariables) + 2];
  fillEnvironment(Environment);
  sigemptyset(&None);
  posix_spawn_file_actions_init(&Files);
  posix_spawn_file_actions_addopen(&Files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&Files, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&Files, 2, Log, O_WRONLY | O_CREAT | O_TRUNC,
                                   0600);
  posix_spawnattr_init(&Attributes);
  posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&Attributes, &None);
  const int Error = posix_spawn(&Id, Arguments[0], &Files, &Attributes,
                                Arguments, Environment);
  posix_spawnattr_destroy(&Attributes);
  posix_spawn_file_actions_destroy(&Files);
  return Error;
}

bool mergeProfiles(const char *const *Inputs, unsigned NumInputs,
                   const char *Output, Text &Why, long &PeakKiB) {
  static char Tool[PathSize], Log[PathSize];
  static const char *Arguments[MostInputs + 8];
  if (!findTool(Tool)) {
    Why.add("there is no program anomalloc beside libanomalloc_mpi.so");
    return false;
  }
  Text(Log).add(Output).add(".log");
  unsigned N = 0;
  Arguments[N++] = Tool;
  for (const char *Word : MergeVerb)
    Arguments[N++] = Word;
  Arguments[N++] = "-o";
  Arguments[N++] = Output;
  Arguments[N++] = "--";
  for (unsigned I = 0; I != NumInputs; ++I)
    Arguments[N++] = Inputs[I];
  Arguments[N] = nullptr;

  sys::removeFile(Output);
  pid_t Id = 0;
  if (const int Error = start(Id, const_cast<char **>(Arguments), Log)) {
    Why.add("cannot run ").add(Tool).add(": ").add(sys::meaningOf(-Error));
    sys::removeFile(Log);
    return false;
  }
  int Status = 0;
  static rusage Used;
  pid_t Ended;
  do
    Ended = wait4(Id, &Status, 0, &Used);
  while (Ended < 0 && errno == EINTR);
  PeakKiB = Used.ru_maxrss;
  // Where the program has taken the status for itself, the file tells: it is
  // whole or not there.
  const int Fd = sys::openForReading(Output);
  const bool IsGood = Fd >= 0 && (Ended < 0 || Status == 0);
  if (Fd >= 0)
    sys::closeFile(Fd);
  if (!IsGood)
    addFirstLine(Log, Why);
  if (!IsGood && !Why.size())
    Why.add("'anomalloc merge' was killed");
  sys::removeFile(Log);
  return IsGood;
}

} // namespace anomalloc::runtime
