//===- RecordNotes.cpp - what record says when the program has ended ------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/RecordNotes.h"
#include "Profile/Losses.h"
#include "Support/Errors.h"
#include "Support/Numbers.h"
#include "Support/Saturated.h"
#include "Support/ShellQuote.h"
#include "cli/Messages.h"
#include "page/ReportPage.h"
#include "record/OutputPattern.h"
#include "record/UnrecordedProcesses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include <sys/resource.h>

using namespace llvm;

namespace anomalloc {

void tellLosses(const WrittenProfiles &Written,
                const UnrecordedProcesses &Silent) {
  uint64_t Dropped = 0, Missing = Silent.count();
  uint32_t Error = 0, WhyMissing = Silent.error();
  for (const auto *List : {&Written.Files, &Written.InChildFolder})
    for (StringRef Path : *List) {
      format::FileHeader Header = headerOf(Path);
      if (Header.UnrecordedChildren)
        WhyMissing = Header.ChildrenError;
      Missing = SaturatingAdd(Missing, Header.UnrecordedChildren);
      if (!Header.DroppedEvents)
        continue;
      Dropped = SaturatingAdd(Dropped, Header.DroppedEvents);
      Error = Header.GrowthError;
    }
  if (Dropped)
    tellWarning(Twine(Dropped) + " allocations did not fit into the profile (" +
                whyNotWritten(Error) + ")");
  if (Missing)
    tellWarning(formatNumberOf(Missing, "process") +
                " that the program started left no profile (" +
                whyNotWritten(WhyMissing) + ")");
}

/// What each allocated: a script's helpers are seldom what one wants to read.
static void tellPrograms(ArrayRef<WrittenProgram> Programs) {
  constexpr size_t Shown = 5;
  for (const WrittenProgram &Program : Programs.take_front(Shown))
    tell("  " + Program.Name + ": " +
         formatNumberOf(Program.Allocations, "allocation") +
         (Program.Files.size() == 1
              ? ""
              : " in " + formatNumberOf(Program.Files.size(), "profile")) +
         (Program.HasSites ? "" : ", without sites: no instrumented code"));
  if (Programs.size() > Shown)
    tell("  and " + Twine(Programs.size() - Shown) + " more programs");
}

void tellUnrecorded(ArrayRef<WrittenProgram> Programs) {
  for (const WrittenProgram &By : Programs)
    for (StringRef Started : By.Unrecorded)
      if (none_of(Programs, [&](const WrittenProgram &P) {
            return P.Name == sys::path::filename(Started);
          }))
        tellWarning("no profile was written of " + Started + ": " + By.Name +
                    " started it without ANOMALLOC_OPTIONS in its environment; "
                    "hand ANOMALLOC_OPTIONS and LD_PRELOAD on, or write "
                    "'anomalloc record' directly before it");
}

static ReportPage::Paths profilesOfPage(const WrittenProfiles &Written) {
  std::vector<WrittenProgram> Programs = programsOf(Written);
  if (Programs.size() > 1)
    return mainProgram(Programs).Files;
  ReportPage::Paths Profiles = Written.Files;
  if (!Written.InChildFolder.empty())
    Profiles.push_back(Written.ChildFolder);
  return Profiles;
}

/// The page stands beside the profile of the program itself.
static std::string nameOfPage(const ReportPage::Paths &Profiles) {
  StringRef Stem = Profiles.front();
  Stem.consume_back(".anomalloc");
  return Stem.str() + ".html";
}

static bool canWritePages() {
  if (Error E = ReportPage::checkTemplate()) {
    consumeError(std::move(E));
    return false;
  }
  return true;
}

void addPutTogether(WrittenProfiles &Written, const WrittenProfiles &Possible,
                    const UnrecordedProcesses &Heard, bool Quiet) {
  for (const UnrecordedProcesses::PutTogether &One : Heard.putTogether())
    if (Written.add(One.Path, Possible) && !Quiet)
      tell("the profiles of " + formatNumberOf(One.NumProfiles, "rank") +
           " are one file, up to MPI_Finalize: " + quoteForShell(One.Path));
}

void tellWhatWasWritten(const WrittenProfiles &Written,
                        ArrayRef<WrittenProgram> Programs, Mode M,
                        bool HasPage) {
  constexpr size_t Shown = 4;
  ArrayRef<std::string> Files = Written.Files;
  for (StringRef Path : Files.take_front(Shown))
    tell("wrote " + quoteForShell(Path));
  if (Files.size() > Shown)
    tell("wrote " + Twine(Files.size() - Shown) + " more");
  size_t Children = Written.InChildFolder.size();
  if (Children)
    tell("wrote " + Twine(Children) +
         (Children == 1 ? " profile of a child to "
                        : " profiles of its children to ") +
         quoteForShell(Written.ChildFolder));
  const std::string &All = Written.AsArguments;
  std::string ToRead = All;
  if (Programs.size() > 1) {
    tellPrograms(Programs);
    const WrittenProgram &Main = mainProgram(Programs);
    ToRead = Written.argumentsOf(Main.Name, Main.Files);
    tell("to read " + Main.Name + ": anomalloc report " + ToRead);
  }
  bool One = Files.size() + Children == 1;
  tell(Twine("to read ") + (One ? "it" : "them together") +
       ": anomalloc report " + All);
  if (M.has(Mode::Stacks)) {
    tell("who asked: anomalloc callgraph " + ToRead);
    tell("every stack: anomalloc stacks " + ToRead);
  }
  if (M.has(Mode::Trace) && One) {
    tell("live memory over the run: anomalloc timeline " + ToRead);
    tell("every event: anomalloc export --format=events " + ToRead);
  }
  // A report has all that counts tell; a page draws stacks and lifetimes.
  if (M.detailed() && !HasPage && canWritePages())
    tell("as a page for a browser: anomalloc html " + ToRead + " -o " +
         quoteForShell(nameOfPage(profilesOfPage(Written))));
}

void writePage(const WrittenProfiles &Written, bool Quiet) {
  ReportPage::Paths Profiles = profilesOfPage(Written);
  std::string Name = nameOfPage(Profiles);
  ReportPage Page;
  if (Error E = Page.write(Name, {Profiles}))
    tellWarning(toString(std::move(E)));
  else if (!Quiet)
    tell("wrote " + quoteForShell(Name) + ": open it in a browser");
}

const char *whyNothingWasWritten() {
  for (auto Resource : {RLIMIT_AS, RLIMIT_DATA})
    if (rlimit Limit;
        !getrlimit(Resource, &Limit) && Limit.rlim_cur != RLIM_INFINITY)
      return "a limit (ulimit -v, -d) left no room for one";
  return "the program ended before it began one, or did not pass on "
         "ANOMALLOC_OPTIONS and LD_PRELOAD to what it started";
}

void tellIfElsewhere(const WrittenProfiles &Written, const std::string &Asked) {
  if (!Written.Files.empty() && !is_contained(Written.Files, Asked) &&
      sys::fs::exists(Asked))
    tell("wrote " + quoteForShell(Written.Files.front()) + ": " +
         quoteForShell(Asked) + " was there before");
}

} // namespace anomalloc
