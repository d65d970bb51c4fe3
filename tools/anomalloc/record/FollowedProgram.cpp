//===- FollowedProgram.cpp ------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/FollowedProgram.h"
#include "Profile/Totals.h"
#include "Support/Errors.h"
#include "record/MappedProfiles.h"
#include "record/OutputPattern.h"
#include "llvm/ADT/StringExtras.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

Error noProfile(pid_t Id) {
  return makeError(
      "process " + Twine(Id) +
      " writes no profile; start it under 'anomalloc record', or with "
      "ANOMALLOC_OPTIONS in its environment if it is instrumented");
}

/// The process among \p Id and its descendants that is meant: 'anomalloc
/// record', and a shell, are not, but what they started is.
Expected<pid_t> chooseProcess(pid_t Id) {
  std::vector<pid_t> With = processesWithProfile(Id);
  if (With.size() == 1 || (!With.empty() && With[0] == Id))
    return With[0];
  if (With.empty())
    return noProfile(Id);
  std::string List;
  for (pid_t One : With)
    List += (List.empty() ? "" : ", ") + itostr(One);
  return makeError("process " + Twine(Id) +
                   " writes no profile, but several that it started do: name "
                   "one of " +
                   List);
}

} // namespace

FollowedProgram::~FollowedProgram() {
  if (EndFile >= 0)
    close(EndFile);
}

void FollowedProgram::watch(pid_t Id) {
  Pid = Id;
#ifdef SYS_pidfd_open
  // The number may go to another process, the descriptor never does.
  EndFile = int(syscall(SYS_pidfd_open, Id, 0));
#endif
}

bool FollowedProgram::isAlive() const {
  if (EndFile < 0)
    return kill(Pid, 0) == 0 || errno == EPERM;
  pollfd Poll = {EndFile, POLLIN, 0};
  return poll(&Poll, 1, 0) == 0;
}

Expected<std::unique_ptr<FollowedProgram>>
FollowedProgram::find(StringRef Argument) {
  std::unique_ptr<FollowedProgram> F(new FollowedProgram);
  pid_t Id;
  if (!Argument.getAsInteger(10, Id) && Id > 0) {
    Expected<std::unique_ptr<LiveProfile>> P = profileOf(Id);
    if (P && !*P) {
      Expected<pid_t> Chosen = chooseProcess(Id);
      if (!Chosen)
        return Chosen.takeError();
      Id = *Chosen;
      P = profileOf(Id);
    }
    if (!P)
      return P.takeError();
    if (!*P)
      return noProfile(Id);
    F->Its = std::move(*P);
    F->watch(Id);
  } else {
    Expected<std::unique_ptr<LiveProfile>> P = LiveProfile::open(Argument);
    if (!P)
      return P.takeError();
    F->Its = std::move(*P);
    const Process &Wrote = F->Its->process();
    if (Wrote.info("host").value_or("") == hostName() &&
        !Wrote.info("pid").value_or("").getAsInteger(10, Id) && Id > 0) {
      F->State = ProgramState::Gone;
      // The number may belong to another process by now.
      Expected<std::unique_ptr<LiveProfile>> Now = profileOf(Id);
      if (Now && *Now && (*Now)->file().isSame(F->Its->file()))
        F->watch(Id);
      else
        consumeError(Now.takeError());
    }
  }
  if (Error E = F->look())
    return std::move(E);
  return std::move(F);
}

Error FollowedProgram::look() {
  Another = false;
  // What was counted before the end is read after it.
  bool Alive = Pid && isAlive();
  if (Error E = Its->refresh())
    return E;
  if (!Pid) {
    if (Its->process().Exited)
      State = ProgramState::Ended;
  } else if (!Alive) {
    State = Its->process().Exited ? ProgramState::Ended : ProgramState::Gone;
  } else {
    // A process that counts has made no exec. To look at its mappings would
    // hold up one that is just changing them.
    uint64_t Count = computeTotals(Its->model()).Heap.Allocations;
    if (State != ProgramState::Replaced && Count != LastCount)
      State = ProgramState::Running;
    else
      followExec();
    LastCount = Count;
  }
  setRunTime();
  return Error::success();
}

void FollowedProgram::followExec() {
  Expected<bool> IsWritten = isMapped(Pid, Its->file());
  if (!IsWritten) {
    consumeError(IsWritten.takeError()); // It is just ending.
    return;
  }
  State = ProgramState::Running;
  if (*IsWritten)
    return;
  Expected<std::unique_ptr<LiveProfile>> Now = profileOf(Pid);
  if (!Now)
    consumeError(Now.takeError());
  if (!Now || !*Now) {
    State = ProgramState::Replaced;
    return;
  }
  Its = std::move(*Now);
  Another = true;
}

void FollowedProgram::setRunTime() {
  const Process &P = Its->process();
  uint64_t End = P.EndTime;
  if (!End && State == ProgramState::Running)
    End = uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count());
  if (End > P.StartTime)
    RunTime = End - P.StartTime;
}

} // namespace anomalloc
