//===- RunMeasured.cpp - runs one program and says what it took -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// run-measured-static FD PATH NAME ARGUMENTS...
///
/// A program of its own, for the kernel counts the memory of the process that
/// starts a program as memory of the program: a large parent would hide how
/// little a small one takes. It is linked statically, so that what LD_PRELOAD
/// names comes into the measured program alone. What it writes to FD stands in
/// RunMeasured.h.
///
//===----------------------------------------------------------------------===//

#include "allocators/RunMeasured.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace {

uint64_t now() {
  timespec Now;
  clock_gettime(CLOCK_MONOTONIC, &Now);
  return uint64_t(Now.tv_sec) * 1000000000 + uint64_t(Now.tv_nsec);
}

uint64_t nanosecondsOf(const timeval &Time) {
  return uint64_t(Time.tv_sec) * 1000000000 + uint64_t(Time.tv_usec) * 1000;
}

/// In the child: becomes the program, or tells why not.
[[noreturn]] void become(char **Line, int Failed) {
  prctl(PR_SET_PDEATHSIG, SIGTERM); // Nobody waits for it any more.
  execvp(Line[0], Line + 1);        // Runs a script without "#!", too.
  int Error = errno;
  (void)!write(Failed, &Error, sizeof Error);
  _exit(126);
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count < 4)
    return 2;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  const int To = atoi(Arguments[1]);
  fcntl(To, F_SETFD, FD_CLOEXEC);
  int Failed[2];
  if (pipe2(Failed, O_CLOEXEC) != 0)
    return 2;

  anomalloc::MeasuredStart Start = {};
  anomalloc::MeasuredEnd End = {};
  const uint64_t Begin = now();
  Start.Id = fork();
  if (Start.Id == 0)
    become(Arguments + 2, Failed[1]);
  if (Start.Id < 0)
    Start.Error = errno;
  close(Failed[1]);
  if (int Error = 0; read(Failed[0], &Error, sizeof Error) == sizeof Error)
    Start.Error = Error;
  (void)!write(To, &Start, sizeof Start);
  if (Start.Error)
    return 2;
  rusage Used = {};
  while (wait4(Start.Id, &End.Status, 0, &Used) < 0 && errno == EINTR)
    ;
  End.WallNanoseconds = now() - Begin;
  End.CpuNanoseconds =
      nanosecondsOf(Used.ru_utime) + nanosecondsOf(Used.ru_stime);
  End.PeakRssBytes = uint64_t(Used.ru_maxrss) * 1024;
  End.MinorFaults = uint64_t(Used.ru_minflt);
  End.MajorFaults = uint64_t(Used.ru_majflt);
  return write(To, &End, sizeof End) == sizeof End ? 0 : 2;
}
