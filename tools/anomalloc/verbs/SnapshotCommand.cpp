//===- SnapshotCommand.cpp - anomalloc snapshot ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/sites/SizeSet.h"
#include "Profile/LiveSnapshot.h"
#include "Profile/Symbolizer.h"
#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "cli/Command.h"
#include "cli/Duration.h"
#include "cli/Messages.h"
#include "record/FollowedProgram.h"
#include "record/SnapshotFiles.h"
#include "record/SnapshotTriggers.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>

using namespace llvm;

namespace anomalloc {
namespace {

class SnapshotCommand : public Command {
public:
  CommandInfo info() const override {
    return {
        "snapshot", "write what a running program has recorded up to now",
        "PID|PROFILE",
        "Writes a profile of what the process has recorded since its start, "
        "and prints the file's name. The process runs on without a pause: it "
        "is its profile that is read. A snapshot is small, as what 'anomalloc "
        "merge' writes, and every verb reads it; 'anomalloc diff' of two tells "
        "what grew.\n\n"
        "PID is a process that records (anomalloc record, or instrumented and "
        "with ANOMALLOC_OPTIONS), or one that started it.\n\n"
        "With --every, --when-rss or --when-memory it goes on until the "
        "process ends, until --for is over, or until Ctrl-C, and writes a last "
        "snapshot then. SIGUSR1 asks for one more. A snapshot that cannot be "
        "written is told, and the older ones stay. After an exec it goes on "
        "with the new program.\n\n"
        "What was recorded up to a crash needs no snapshot: the process's own "
        "profile has it.",
        "anomalloc snapshot 4711\n"
        "anomalloc snapshot --every=10m --keep=24 4711\n"
        "anomalloc snapshot --when-rss=2GiB --when-memory=90% "
        "--output=/var/tmp/%n.%t.anomalloc 4711\n"
        "anomalloc diff --sort=live "
        "server.4711.*.anomalloc"};
  }

  void addOptions(OptionSet &O) override;
  Expected<int> run(ArrayRef<StringRef> Arguments) override;

private:
  Error checkOptions() const;
  Error take(FollowedProgram &P);
  Expected<int> takeMany(FollowedProgram &P);

  std::string Output = "%n.%p.%t.anomalloc";
  std::optional<uint64_t> Keep;
  SnapshotWishes Wishes;
};

void SnapshotCommand::addOptions(OptionSet &O) {
  O.text("output", "FILE",
         "the file to write; %n: the program's name, %p: its process id, %h: "
         "the host, %r: the MPI rank, %t: the time in UTC "
         "(%n.%p.%t.anomalloc); also -o FILE. A name without %t is replaced",
         Output);
  O.number("keep",
           "delete the oldest snapshots, but for so many. Those of earlier "
           "calls count, too",
           Keep);
  O.group("more than one snapshot");
  addDuration(O, "every", "at once, and again after so long, as 10m, 1h or 30s",
              Wishes.Every);
  O.custom("when-rss", "SIZE",
           "when the process has so much memory resident, as 2GiB; again when "
           "it had clearly less in between",
           [this](StringRef Text) -> Error {
             Expected<uint64_t> Bytes = parseSize(Text);
             if (!Bytes)
               return usageError(toString(Bytes.takeError()));
             Wishes.Rss = *Bytes;
             return Error::success();
           });
  O.custom("when-memory", "PERCENT",
           "when the process's cgroup (version 2) has so much of its limit, as "
           "90%, or reaches the limit",
           [this](StringRef Text) -> Error {
             double Percent;
             if (Text.rtrim('%').getAsDouble(Percent) ||
                 !(Percent > 0 && Percent <= 100))
               return usageError("'" + Text +
                                 "' is no share of the limit: write 90%");
             Wishes.Memory = Percent / 100;
             return Error::success();
           });
  O.text("cgroup", "FOLDER",
         "for --when-memory: the folder of the cgroup, if the process's own is "
         "not seen from here",
         Wishes.Cgroup);
  addDuration(O, "for", "end after so long", Wishes.For);
}

Error SnapshotCommand::checkOptions() const {
  if (!Wishes.Cgroup.empty() && !Wishes.Memory)
    return usageError("--cgroup goes with --when-memory");
  if (Wishes.For && !Wishes.isAny())
    return usageError("--for goes with --every, --when-rss or --when-memory");
  return Error::success();
}

Error SnapshotCommand::take(FollowedProgram &P) {
  if (Error E = P.look())
    return E;
  if (P.state() == ProgramState::Replaced)
    return makeError("the process has become another program (exec), which "
                     "writes no profile");
  const std::string Path = P.profile().process().File;
  Expected<std::unique_ptr<Profile>> Its =
      readSnapshot(P.profile().file(), Path, !P.isOver());
  if (!Its)
    return Its.takeError();
  // The trace does not come along.
  (*Its)->Processes[0].Info.erase("trace");
  symbolize(**Its);
  const SnapshotFiles Files(Output, Keep);
  Expected<std::string> Written = Files.write(**Its);
  if (!Written)
    return Written.takeError();
  outs() << *Written << '\n';
  if (Error E = flushStandardOutput())
    return E;
  return Files.removeOldest((*Its)->Processes[0]);
}

Expected<int> SnapshotCommand::takeMany(FollowedProgram &P) {
  if (P.endDescriptor() < 0)
    return makeError("no process writes this profile now");
  Expected<std::unique_ptr<SnapshotTriggers>> Triggers =
      SnapshotTriggers::watch(P.pid(), P.endDescriptor(), Wishes);
  if (!Triggers)
    return Triggers.takeError();
  while (true) {
    SnapshotTriggers::Due Due = (*Triggers)->wait();
    if (!Due.Why.empty())
      tell(Due.Why);
    Error E = take(P);
    const bool Failed = bool(E);
    if (Failed)
      tellError(std::move(E));
    if (Due.IsLast)
      return Failed ? ExitBadInput : ExitSuccess;
    if (Failed)
      tell("older snapshots stay; the next one is tried when it is due");
  }
}

Expected<int> SnapshotCommand::run(ArrayRef<StringRef> Arguments) {
  if (Arguments.size() != 1)
    return usageError("name one process, or one profile");
  if (Error E = checkOptions())
    return std::move(E);
  signal(SIGXFSZ, SIG_IGN); // A file that is too large is an error like others.
  Expected<std::unique_ptr<FollowedProgram>> P =
      FollowedProgram::find(Arguments[0]);
  if (!P)
    return P.takeError();
  if (Error E = SnapshotFiles(Output, Keep).check((*P)->profile().process()))
    return std::move(E);
  if (Wishes.isAny())
    return takeMany(**P);
  if (Error E = take(**P))
    return std::move(E);
  return ExitSuccess;
}

RegisterCommand<SnapshotCommand> RegisterSnapshot;

} // namespace
} // namespace anomalloc
