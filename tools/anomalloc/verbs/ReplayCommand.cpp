//===- ReplayCommand.cpp - anomalloc replay -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/Allocators.h"
#include "Profile/Symbolizer.h"
#include "Profile/Texts.h"
#include "Replay/SharedState.h"
#include "Report/allocators/ReplayViews.h"
#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "cli/Command.h"
#include "cli/Layout.h"
#include "cli/Messages.h"
#include "cli/Terminal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <mutex>
#include <thread>

using namespace llvm;

namespace anomalloc {
namespace {

class ReplayCommand : public Command {
public:
  CommandInfo info() const override {
    return {
        "replay", "make a trace's requests under other allocators",
        "PROFILE...",
        "Makes and frees the blocks of a profile's trace (record --mode=trace) "
        "again, thread for thread, in a fresh process for each allocator, and "
        "measures time and memory. A block that crosses threads is freed after "
        "it is made, as in the run; elsewhere threads run as they may, but "
        "hardly apart.\n\n"
        "The time is that of the processor in all threads, less what the "
        "replayer takes by itself. Touching blocks of 64 KiB and more is told "
        "apart. RSS is anonymous memory, without what the replayer has by "
        "itself. \"/live\" is the peak of RSS over the peak of live bytes, "
        "\"waste\" the share of "
        "what is handed out at the peak that was not asked for; the columns "
        "behind tell how many pages and cache lines have a live byte at the "
        "peak.\n\n"
        "A file that is a trace can be named instead of its profile: then "
        "sites have no names if the profile is not beside it.",
        "anomalloc replay program.4711.anomalloc\n"
        "anomalloc replay --allocator=glibc,jemalloc --repeat=5 "
        "program.4711.anomalloc\n"
        "anomalloc replay --allocator=jemalloc --env=MALLOC_CONF=narenas:1 "
        "program.4711.anomalloc\n"
        "anomalloc replay --jobs=2 --csv=ranks.csv rank*.anomalloc"};
  }

  void addOptions(OptionSet &O) override {
    O.text("allocator", "LIST",
           "glibc, jemalloc, mimalloc, tcmalloc, tbbmalloc, or paths of "
           "libraries, with commas between (all that are installed)",
           Allocators);
    O.choice("touch", {"none", "first", "all"},
             "what is written of each block: nothing, its first cache line, or "
             "all of it (all)",
             Touch);
    O.text("threads", "LIST",
           "run so many copies of the trace's threads at once, each with "
           "blocks of its own: numbers with commas between (1)",
           Copies);
    O.number("repeat", "runs of each allocator, which take turns (1)", Repeat);
    O.number("points",
             "moments at which memory is measured, evenly over what is "
             "allocated (100)",
             Points);
    O.custom("env", "NAME=VALUE",
             "set for the replay: settings of an allocator; may come again",
             [this](StringRef Text) -> Error {
               if (Text.find('=') == StringRef::npos || Text.front() == '=')
                 return usageError(Text + " is no NAME=VALUE");
               Environment.push_back(Text.str());
               return Error::success();
             });
    O.custom("pool", "SIZES",
             "replay a second time, with a pool for each of these sizes: "
             "numbers from 1 to 4096 with commas between",
             [this](StringRef Text) { return addPools(Text); });
    O.custom("arena", "SECTION",
             "the same, with an arena for the blocks of a section, emptied at "
             "its end; may come again",
             [this](StringRef Text) -> Error {
               if (!is_contained(Arenas, Text))
                 Arenas.push_back(Text.str());
               return Error::success();
             });
    O.flag("no-huge-pages", "replay without transparent huge pages",
           NoHugePages);
    O.number("jobs", "traces to replay side by side (1)", Jobs);
    O.number("limit", "rows of sizes and of sites to show; 0: all (10)", Limit);
    O.flag("json", "print JSON", Json);
    O.text("csv", "FILE", "write a table with a line for each run; -: print it",
           Csv);
    Terminal.addOptions(O);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    if (Arguments.empty())
      return usageError("name a profile with a trace");
    if (Json && Csv == "-")
      return usageError("--json and --csv=-: choose one");
    Expected<StudyRequest> Request = request();
    if (!Request)
      return Request.takeError();
    std::vector<std::optional<ReplayStudy>> Found(Arguments.size());
    Error Failed = replayAll(Arguments, *Request, Found);
    std::vector<ReplayStudy> Studies;
    for (std::optional<ReplayStudy> &S : Found)
      if (S)
        Studies.push_back(std::move(*S));
    if (Error E = joinErrors(std::move(Failed), show(Studies)))
      return std::move(E);
    return any_of(Studies,
                  [](const ReplayStudy &S) {
                    return any_of(S.Rows, [](const ReplayRow &R) {
                      return !R.Failure.empty();
                    });
                  })
               ? ExitBadInput
               : ExitSuccess;
  }

private:
  Error addPools(StringRef List) {
    for (StringRef Text : split(List, ',')) {
      uint64_t Size;
      if (Text.getAsInteger(10, Size) || Size == 0 ||
          Size > replay::LargestPooled)
        return usageError(Text + " is no size from 1 to " +
                          Twine(replay::LargestPooled));
      if (!is_contained(Pools, Size))
        Pools.push_back(Size);
    }
    if (Pools.size() > replay::MostPools)
      return usageError("at most " + Twine(replay::MostPools) + " sizes");
    return Error::success();
  }

  Expected<StudyRequest> request() {
    StudyRequest Result;
    std::vector<Allocator> Chosen;
    if (Allocators.empty()) {
      std::vector<std::string> Missing;
      Chosen = installedAllocators(Missing);
      for (const std::string &Name : Missing)
        tell(Name + " is not installed: left out");
    } else {
      Expected<std::vector<Allocator>> Named = resolveAllocators(Allocators);
      if (!Named)
        return Named.takeError();
      Chosen = std::move(*Named);
    }
    for (const Allocator &A : Chosen) {
      ReplayRequest R;
      R.Replayer = findLayout().Replayer;
      R.Library = A.Library;
      R.Environment = Environment;
      R.Touches = Touch;
      R.Points =
          unsigned(std::clamp<uint64_t>(Points.value_or(100), 1, 100000));
      R.NoHugePages = NoHugePages;
      Result.Allocators.push_back({A.Name, R});
      if (Pools.empty() && Arenas.empty())
        continue;
      R.PoolSizes = Pools;
      R.ArenaSections = Arenas;
      Result.Allocators.push_back(
          {A.Name + ", " + nameOfServed(Pools, Arenas), std::move(R)});
    }
    if (!Copies.empty()) {
      Result.Copies.clear();
      for (StringRef Text : split(Copies, ',')) {
        unsigned Number;
        if (Text.getAsInteger(10, Number) || Number == 0 ||
            Number > replay::SharedState::MostCopies)
          return usageError("--threads: " + Text + " is no number from 1 to " +
                            Twine(replay::SharedState::MostCopies));
        Result.Copies.push_back(Number);
      }
    }
    if (Repeat.value_or(1) < 1 || Repeat.value_or(1) > 1000)
      return usageError("--repeat: a number from 1 to 1000");
    Result.Repeat = unsigned(Repeat.value_or(1));
    return std::move(Result);
  }

  /// What could be replayed stands in \p Found, beside errors of the others.
  Error replayAll(ArrayRef<StringRef> Paths, const StudyRequest &Request,
                  std::vector<std::optional<ReplayStudy>> &Found) {
    std::vector<std::optional<Error>> Errors(Paths.size());
    std::atomic<size_t> Next = 0;
    auto Work = [&] {
      for (size_t I; (I = Next++) < Paths.size();) {
        Expected<ReplayInput> Input = ReplayInput::open(Paths[I]);
        if (!Input) {
          Errors[I] = Input.takeError();
          continue;
        }
        Expected<ReplayStudy> S = study(*Input, Request);
        if (S)
          Found[I] = std::move(*S);
        else
          Errors[I] = S.takeError();
      }
    };
    std::vector<std::thread> Others;
    const uint64_t Most = std::min<uint64_t>(Jobs.value_or(1), Paths.size());
    for (uint64_t I = 1; I < Most; ++I)
      Others.emplace_back(Work);
    Work();
    for (std::thread &T : Others)
      T.join();
    Error All = Error::success();
    for (std::optional<Error> &E : Errors)
      if (E)
        All = joinErrors(std::move(All), std::move(*E));
    return All;
  }

  Error show(std::vector<ReplayStudy> &Studies) {
    for (ReplayStudy &S : Studies)
      if (S.Model) {
        symbolize(*S.Model);
        if (!Json)
          makePrintable(*S.Model);
      }
    if (!Csv.empty())
      if (Error E = writeWholeFile(Csv, [&](raw_ostream &OS) {
            writeCsvReplays(OS, Studies);
            return Error::success();
          }))
        return E;
    if (Csv == "-" || Studies.empty())
      return Error::success();
    if (Json) {
      writeJsonReplays(outs(), Studies);
      return Error::success();
    }
    const TextStyle Style = Terminal.startOutput();
    for (const ReplayStudy &S : Studies) {
      if (&S != &Studies.front())
        outs() << '\n';
      writeTextReplay(outs(), S, Style, Limit.value_or(10));
    }
    return Error::success();
  }

  std::string Allocators, Copies, Csv;
  ReplayRequest::Touch Touch = ReplayRequest::Touch::All;
  std::optional<uint64_t> Repeat, Points, Jobs, Limit;
  std::vector<std::string> Environment;
  std::vector<uint64_t> Pools;
  std::vector<std::string> Arenas;
  bool NoHugePages = false;
  bool Json = false;
  TerminalOptions Terminal;
};

RegisterCommand<ReplayCommand> RegisterReplay;

} // namespace
} // namespace anomalloc
