//===- AdviseAllocatorCommand.cpp - anomalloc advise-allocator ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/RankTest.h"
#include "Profile/Symbolizer.h"
#include "Profile/Texts.h"
#include "Report/allocators/AdviceViews.h"
#include "Support/Errors.h"
#include "cli/Command.h"
#include "cli/Layout.h"
#include "cli/Messages.h"
#include "cli/Terminal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// The known allocator whose library has the name of \p Library.
const KnownAllocator *knownByLibrary(StringRef Library) {
  StringRef Name = sys::path::filename(Library);
  if (Name == "libc.so.6")
    return findKnownAllocator("glibc");
  for (const KnownAllocator &Each : knownAllocators()) {
    SmallVector<StringRef, 4> Files;
    Each.Files.split(Files, ',', -1, false);
    if (any_of(Files, [&](StringRef File) {
          return Name == File || Name.starts_with((File + ".").str());
        }))
      return &Each;
  }
  return nullptr;
}

class AdviseAllocatorCommand : public Command {
public:
  CommandInfo info() const override {
    return {
        "advise-allocator",
        "which allocator, setting, pool or arena saves time or memory",
        "PROFILE",
        "Replays a profile's trace (record --mode=trace) under each allocator, "
        "and under each of its settings, and says which of them save time or "
        "memory, how much, what that costs, and what to write. Everything it "
        "says was measured on this machine; settings that were tried stand in "
        "docs/advise-allocator.md.\n\n"
        "All is compared with the allocator in use: the one that the profile "
        "names, with the settings of this environment. First each candidate is "
        "replayed twice, and the settings that help the best one are combined. "
        "Then the best of each measure are replayed again, seven times, and "
        "only these fresh numbers are judged: a difference must be more than "
        "chance, and 5 % and 1 MiB of RSS, or 1 % of the run's wall time, to "
        "be "
        "worth a change.\n\n"
        "Pools for sizes of which many small blocks come and go, and arenas "
        "for sections whose blocks all end in them, are replayed in the same "
        "way, under the allocator in use. It is told which lines would have to "
        "use them, and why a section cannot have an arena.\n\n"
        "The time is that of the processor in all threads, in the allocator "
        "and in the first touches of its blocks. The wall time of the run is "
        "that of the traced run, which is slower than others. RSS is the "
        "memory that the program's blocks take, without its code and stacks; "
        "the mean is over the bytes allocated. Allocators that give memory "
        "back after a time do so later in a replay, which waits for nothing "
        "else than the run.\n\n"
        "A file that is a trace can be named instead of its profile; then "
        "glibc counts as the allocator in use.",
        "anomalloc record --mode=trace -o program.anomalloc ./program\n"
        "anomalloc advise-allocator program.anomalloc\n"
        "anomalloc advise-allocator --allocator=glibc --repeat=15 "
        "program.anomalloc",
        "exit code: 0 whatever is advised; 1 if the trace cannot be replayed; "
        "2 a wrong command line"};
  }

  void addOptions(OptionSet &O) override {
    O.text("allocator", "LIST",
           "the allocators to choose from, beside the one in use: names or "
           "paths of libraries, with commas between (those of the names that "
           "are installed)",
           List);
    std::vector<OptionWord> Words;
    for (const KnownAllocator &One : knownAllocators())
      Words.push_back({One.Id.str(), One.Title.str()});
    O.suggest(Words, /*IsList=*/true);
    O.text("base", "ALLOCATOR",
           "the allocator in use: a name, or the path of a library (what the "
           "profile says)",
           Base);
    O.suggest(std::move(Words));
    O.number("repeat", "replays of each of the best, 1 to 100 (7)", Repeat);
    O.choice("touch", {"none", "first", "all"},
             "what is written of each block: nothing, its first cache line, or "
             "all of it (all)",
             Touch);
    O.flag("all", "show everything that was tried", All);
    O.flag("json", "print JSON, with every number", Json);
    Terminal.addOptions(O);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    if (Arguments.size() != 1)
      return usageError("name one profile with a trace");
    AdviceRequest Request;
    if (Repeat && (*Repeat < 1 || *Repeat > LargestSample))
      return usageError("--repeat is 1 to " + Twine(LargestSample));
    Request.Repeat = unsigned(Repeat.value_or(Request.Repeat));
    Expected<TracedRun> Run = TracedRun::look(Arguments[0]);
    if (!Run)
      return Run.takeError();
    if (!Run->Events)
      return makeError(Run->Path + ": nothing was allocated: there is nothing "
                                   "to advise");
    Request.RunTime = Run->Nanoseconds;
    Request.HasThreads = Run->Threads > 1;
    if (Error E = chooseAllocators(*Run, Request))
      return std::move(E);
    ReplayRequest How;
    How.Replayer = findLayout().Replayer;
    How.Touches = Touch;
    auto Measure = [&](ArrayRef<Candidate> These, unsigned Repeat) {
      return measureByReplay(Run->Path, How, These, Repeat);
    };
    Expected<AllocatorAdvice> Found = adviseAllocator(Request, Measure);
    if (!Found)
      return Found.takeError();
    ServedAdvice Served =
        chooseServed(Run->Summary, Request.Allocators.front());
    if (Error E = measureServed(Request, Measure, Served))
      return std::move(E);
    if (Run->HasProfile) {
      symbolize(*Run->Names.Model);
      addPlaces(Served, Run->Summary, Run->Names.Keys);
      if (!Json)
        makePrintable(*Run->Names.Model);
    }
    const AdviceView View = {*Run, Request, *Found, Served};
    if (Json)
      writeJsonAdvice(outs(), View);
    else
      writeTextAdvice(outs(), View, Terminal.startOutput(), All);
    return ExitSuccess;
  }

private:
  Expected<Allocator> chooseBase(const TracedRun &Run) const {
    std::string Name = Base;
    if (Name.empty()) {
      const KnownAllocator *Known = knownByLibrary(Run.Library);
      if (!Run.HasProfile || Run.Library.empty())
        tell("the trace does not say which allocator is in use: glibc is "
             "taken; --base=ALLOCATOR names another");
      else if (!Known)
        return makeError(
            Run.Path + ": the run's allocator is " + Run.Library +
            ", which a profile alone must not choose to run; name it, if you "
            "trust it: --base=" +
            Run.Library);
      Name = Known ? Known->Id.str() : "glibc";
    }
    Expected<std::vector<Allocator>> Resolved = resolveAllocators(Name);
    if (!Resolved)
      return Resolved.takeError();
    if (Resolved->size() != 1)
      return usageError("--base is one allocator");
    return Resolved->front();
  }

  Error chooseAllocators(const TracedRun &Run, AdviceRequest &Request) const {
    Expected<Allocator> InUse = chooseBase(Run);
    if (!InUse)
      return InUse.takeError();
    std::vector<Allocator> Chosen;
    if (List.empty()) {
      std::vector<std::string> Missing;
      Chosen = installedAllocators(Missing);
      for (StringRef Name : Missing)
        tell(Name + " is not installed, and left out (Debian's package " +
             findKnownAllocator(Name)->Package + ")");
    } else {
      Expected<std::vector<Allocator>> Named = resolveAllocators(List);
      if (!Named)
        return Named.takeError();
      Chosen = std::move(*Named);
    }
    Request.Allocators = {*InUse};
    for (Allocator &Each : Chosen)
      if (Each.Library != InUse->Library)
        Request.Allocators.push_back(std::move(Each));
    return Error::success();
  }

  std::string List, Base;
  std::optional<uint64_t> Repeat;
  ReplayRequest::Touch Touch = ReplayRequest::Touch::All;
  bool All = false, Json = false;
  TerminalOptions Terminal;
};

RegisterCommand<AdviseAllocatorCommand> RegisterAdviseAllocator;

} // namespace
} // namespace anomalloc
