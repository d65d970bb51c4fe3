//===- MeasuredRun.cpp - one run of a program, measured -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "allocators/MeasuredRun.h"
#include "Support/Errors.h"
#include "Support/Spawn.h"
#include "allocators/RunMeasured.h"
#include "cli/Layout.h"
#include "record/Preload.h"
#include "record/ProcessTree.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/MemoryBuffer.h"
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

/// Our environment is the program's while one of these lives.
class ChangedEnvironment {
public:
  explicit ChangedEnvironment(const MeasuredRequest &Request) {
    for (const auto &[Name, Value] : Request.Variables) {
      keep(Name);
      setenv(Name.c_str(), Value.c_str(), 1);
    }
    if (Request.Library.empty())
      return;
    keep("LD_PRELOAD");
    keep("LD_LIBRARY_PATH");
    preloadLibrary(Request.Library);
  }
  ~ChangedEnvironment() {
    for (const auto &[Name, Value] : Before)
      Value ? setenv(Name.c_str(), Value->c_str(), 1) : unsetenv(Name.c_str());
  }
  ChangedEnvironment(const ChangedEnvironment &) = delete;
  ChangedEnvironment &operator=(const ChangedEnvironment &) = delete;

private:
  void keep(const std::string &Name) {
    const char *Value = getenv(Name.c_str());
    Before.insert(
        {Name, Value ? std::optional<std::string>(Value) : std::nullopt});
  }
  std::map<std::string, std::optional<std::string>> Before;
};

/// Closed, and gone from the disk, with this.
class OwnedFile {
public:
  explicit OwnedFile(int Fd) : Fd(Fd) {}
  ~OwnedFile() { close(); }
  OwnedFile(const OwnedFile &) = delete;
  OwnedFile &operator=(const OwnedFile &) = delete;
  void close() {
    if (Fd >= 0)
      ::close(Fd);
    Fd = -1;
  }
  int Fd;
};

int openScratch() {
  const char *Folder = getenv("TMPDIR");
  std::string Name(Folder && *Folder ? Folder : "/tmp");
  Name += "/anomalloc-XXXXXX";
  const int Fd = mkostemp(Name.data(), O_CLOEXEC);
  if (Fd >= 0)
    unlink(Name.c_str());
  return Fd;
}

std::string failureOf(int Status) {
  if (WIFSIGNALED(Status))
    return "signal " + itostr(WTERMSIG(Status)) + " (" +
           strsignal(WTERMSIG(Status)) + ")";
  return WEXITSTATUS(Status) ? "exit code " + itostr(WEXITSTATUS(Status)) : "";
}

template <typename T> bool readWhole(int Fd, T &To) {
  return sys::RetryAfterSignal(-1, read, Fd, &To, sizeof To) == sizeof To;
}

/// Samples the processes until the end is told.
bool watch(int From, ProcessTree &Tree, RssTrack &Rss, MeasuredEnd &End) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point Begin = Clock::now();
  auto Elapsed = [&] {
    return uint64_t(std::chrono::nanoseconds(Clock::now() - Begin).count());
  };
  for (;;) {
    const uint64_t At = Elapsed();
    if (uint64_t Bytes = Tree.residentBytes())
      Rss.add(At, Bytes);
    const uint64_t Spent = Elapsed() - At;
    // A tenth of the time at most.
    const uint64_t Pause = std::max(Rss.Step, 9 * Spent);
    pollfd Wait = {From, POLLIN, 0};
    const int Ready = poll(&Wait, 1, int(Pause / 1000000));
    if (Ready > 0)
      return readWhole(From, End);
    if (Ready < 0 && errno != EINTR)
      return false;
  }
}

} // namespace

Expected<MeasuredResult> runMeasured(const MeasuredRequest &Request) {
  auto Failed = [](const Twine &What) {
    return makeError(What + ": " + strerror(errno));
  };
  OwnedFile Output(openScratch());
  if (Output.Fd < 0)
    return Failed("cannot keep what the program prints");
  OwnedFile Input(
      open(Request.Input.empty() ? "/dev/null" : Request.Input.c_str(),
           O_RDONLY | O_CLOEXEC));
  if (Input.Fd < 0)
    return Failed("cannot read '" + Request.Input + "'");
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC) != 0)
    return Failed("cannot make a pipe");
  OwnedFile From(Ends[0]), To(Ends[1]);

  constexpr int ReportAs = 3;
  const std::string Launcher = findLayout().RunMeasured;
  std::vector<std::string> Line = {Launcher, itostr(ReportAs), Request.Path};
  Line.insert(Line.end(), Request.Line.begin(), Request.Line.end());
  pid_t Id = 0;
  int Error;
  {
    ChangedEnvironment Changed(Request);
    Error = spawn(
        Id, Line,
        {{Input.Fd, 0}, {Output.Fd, 1}, {Output.Fd, 2}, {To.Fd, ReportAs}});
  }
  To.close();
  if (Error)
    return makeError("cannot run " + Launcher + ": " + strerror(Error) +
                     ": Anomalloc is not installed completely");

  MeasuredResult Result;
  MeasuredStart Start = {};
  MeasuredEnd End = {};
  bool Told = readWhole(From.Fd, Start);
  Result.StartError = Start.Error;
  if (Told && !Start.Error) {
    ProcessTree Tree(Start.Id, Request.Library);
    Told = watch(From.Fd, Tree, Result.Run.Rss, End);
    Result.Run.MostProcesses = Tree.mostProcesses();
    Result.WithoutLibrary = Tree.programsWithoutLibrary();
  }
  sys::RetryAfterSignal(-1, waitpid, Id, nullptr, 0);
  if (!Told)
    return makeError("the program that measures was ended from outside");
  if (Start.Error)
    return Result;

  uint64_t Peak = End.PeakRssBytes;
  for (uint64_t Bytes : Result.Run.Rss.Points)
    Peak = std::max(Peak, Bytes);
  Result.Run.Failure = failureOf(End.Status);
  Result.Run.Measured = {{StudyMeasure::Wall, double(End.WallNanoseconds)},
                         {StudyMeasure::Cpu, double(End.CpuNanoseconds)},
                         {StudyMeasure::PeakRss, double(Peak)},
                         {StudyMeasure::MinorFaults, double(End.MinorFaults)},
                         {StudyMeasure::MajorFaults, double(End.MajorFaults)}};
  if (auto Text = MemoryBuffer::getOpenFile(sys::fs::file_t(Output.Fd),
                                            "output", /*FileSize=*/-1,
                                            /*RequiresNullTerminator=*/false))
    Result.Output = (*Text)->getBuffer().str();
  return Result;
}

} // namespace anomalloc
