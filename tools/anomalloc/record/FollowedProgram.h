//===- FollowedProgram.h - a program and the profile it writes --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_FOLLOWEDPROGRAM_H
#define ANOMALLOC_ANOMALLOC_RECORD_FOLLOWEDPROGRAM_H

#include "Profile/LiveProfile.h"
#include "Report/top/TopPicture.h"
#include <sys/types.h>

namespace anomalloc {

/// Follows one process from profile to profile: each exec begins another. It
/// only reads: the profile's pages, and /proc.
class FollowedProgram {
public:
  /// \p Argument is a process id, or the path of a profile.
  static llvm::Expected<std::unique_ptr<FollowedProgram>>
  find(llvm::StringRef Argument);
  ~FollowedProgram();

  /// Reads the new counts since the last look, and the state of the program.
  llvm::Error look();
  /// Whether the last look found another profile.
  bool isAnother() const { return Another; }
  LiveProfile &profile() { return *Its; }
  ProgramState state() const { return State; }
  /// 0: no process that can be seen from here.
  pid_t pid() const { return Pid; }
  /// Whether the program has ended, so that no count will change any more.
  bool isOver() const {
    return State == ProgramState::Ended || State == ProgramState::Gone;
  }
  /// How long the program has run so far, or ran, in nanoseconds; 0: not known.
  uint64_t runTime() const { return RunTime; }
  /// A file descriptor that becomes readable when the process ends. -1 if there
  /// is none.
  int endDescriptor() const { return EndFile; }

private:
  FollowedProgram() = default;
  void watch(pid_t Id);
  bool isAlive() const;
  void followExec();
  void setRunTime();

  std::unique_ptr<LiveProfile> Its;
  pid_t Pid = 0; ///< 0: no process that can be seen from here.
  int EndFile = -1;
  ProgramState State = ProgramState::Unknown;
  bool Another = false;
  uint64_t LastCount = UINT64_MAX;
  uint64_t RunTime = 0;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_FOLLOWEDPROGRAM_H
