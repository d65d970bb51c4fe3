//===- Exec.cpp - programs that are started without our variables ---------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a process of a recorded run becomes, or starts, is recorded because its
// environment says so. Where that is cleared, as by `env -i`, the program
// leaves nothing that could tell: so the profile of who starts it does.
//
//   env -i ./solver         env's profile: unrecorded = ./solver
//
//===----------------------------------------------------------------------===//

#include "interpose/DefinitionSearch.h"
#include "process/Process.h"
#include "process/Request.h"
#include "process/Text.h"
#include <errno.h>
#include <spawn.h>
#include <unistd.h>

#define ANOMALLOC_EXPORT extern "C" __attribute__((visibility("default")))

namespace anomalloc::runtime {

static bool has(char *const *Environment, const char *Name) {
  const size_t Length = length(Name);
  for (; Environment && *Environment; ++Environment)
    if (!__builtin_strncmp(*Environment, Name, Length) &&
        (*Environment)[Length] == '=')
      return true;
  return false;
}

/// A program that starts others for ever must not make ever new records.
constexpr uint32_t MaxStarts = 1024;

/// Tells that \p Program will not be recorded, if this is so.
static bool tellIfUnrecorded(const char *Program, char *const *Environment) {
  if (!Program || has(Environment, "ANOMALLOC_OPTIONS"))
    return false;
  Process *P = bornProcess();
  if (!P && *givenOptions())
    P = currentProcess();  // A child that was forked for this.
  if (!P || !P->Opts.main) // Nobody would ask.
    return false;
  if (__atomic_fetch_add(&P->NumStarts, 1, __ATOMIC_RELAXED) >= MaxStarts)
    return false;
  sys::SignalGuard Guard;
  describeStart(*P, Guard, Program);
  return true;
}

/// The start failed after all.
static void takeBack(bool Told) {
  Process *P = Told ? bornProcess() : nullptr;
  if (!P)
    return;
  sys::SignalGuard Guard;
  describeStart(*P, Guard, "");
}

/// Null: there is none.
template <typename Fn> static Fn *real(const char *Name, Fn *Own) {
  return reinterpret_cast<Fn *>(
      findDefinition(Name, reinterpret_cast<void *>(Own), nullptr));
}

/// Calls what stands behind \p Own.
template <typename... Parameters, typename... Arguments>
static int passOn(const char *Name, int (*Own)(Parameters...), int Missing,
                  const char *Program, char *const *Environment,
                  Arguments... Values) {
  auto *Real = real(Name, Own);
  if (!Real)
    return Missing;
  const bool Told = tellIfUnrecorded(Program, Environment);
  const int Result = Real(Values...);
  if (Result)
    takeBack(Told);
  return Result;
}

} // namespace anomalloc::runtime

using anomalloc::runtime::passOn;

ANOMALLOC_EXPORT int execve(const char *Path, char *const Arguments[],
                            char *const Environment[]) noexcept {
  return passOn("execve", execve, -1, Path, Environment, Path, Arguments,
                Environment);
}

ANOMALLOC_EXPORT int execv(const char *Path, char *const Arguments[]) noexcept {
  return passOn("execv", execv, -1, Path, environ, Path, Arguments);
}

ANOMALLOC_EXPORT int execvp(const char *File,
                            char *const Arguments[]) noexcept {
  return passOn("execvp", execvp, -1, File, environ, File, Arguments);
}

ANOMALLOC_EXPORT int execvpe(const char *File, char *const Arguments[],
                             char *const Environment[]) noexcept {
  return passOn("execvpe", execvpe, -1, File, Environment, File, Arguments,
                Environment);
}

ANOMALLOC_EXPORT int posix_spawn(pid_t *Id, const char *Path,
                                 const posix_spawn_file_actions_t *Actions,
                                 const posix_spawnattr_t *Attributes,
                                 char *const Arguments[],
                                 char *const Environment[]) {
  return passOn("posix_spawn", posix_spawn, ENOSYS, Path, Environment, Id, Path,
                Actions, Attributes, Arguments, Environment);
}

ANOMALLOC_EXPORT int posix_spawnp(pid_t *Id, const char *File,
                                  const posix_spawn_file_actions_t *Actions,
                                  const posix_spawnattr_t *Attributes,
                                  char *const Arguments[],
                                  char *const Environment[]) {
  return passOn("posix_spawnp", posix_spawnp, ENOSYS, File, Environment, Id,
                File, Actions, Attributes, Arguments, Environment);
}
