//===- Lint.cpp - the whole way from a request to an exit code ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Lint.h"
#include "Lint/Baseline.h"
#include "Lint/CheckTable.h"
#include "Lint/Collect.h"
#include "Lint/Explained.h"
#include "Lint/Fix.h"
#include "Lint/HeaderCover.h"
#include "Lint/HotChains.h"
#include "Lint/Measure.h"
#include "Lint/Rank.h"
#include "Lint/Recompile.h"
#include "Lint/Stale.h"
#include "Lint/TellVerdicts.h"
#include "Lint/Writers.h"
#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace anomalloc::lint {
namespace {

/// What other programs said may have lines. None looks like one of ours.
void complain(const Twine &Text) {
  std::string Whole = Text.str(), Shown = "anomalloc: ";
  for (StringRef Rest = Whole, Line; !Rest.empty();) {
    std::tie(Line, Rest) = Rest.split('\n');
    Shown += printable(Line) + (Rest.empty() ? "\n" : "\n  ");
  }
  errs() << Shown;
}

/// A profile, and as a file what the checks read of it.
struct Recording {
  std::string File;
  std::shared_ptr<const MeasuredWeights> Weights; ///< Null: none is wanted.
  std::string Note;                               ///< For the person, or "".
};

/// A profile of another program would say that nothing here allocates.
Error checkIsOfProject(const MeasuredWeights &Weights, const Database &D,
                       const Project &P) {
  const Measurements &M = Weights.all();
  if (M.Files.empty() ||
      any_of(M.Files,
             [&](const std::string &F) { return P.owns(realPath(F)); }) ||
      any_of(D.Units, [&](const Unit &U) {
        return Weights.fileNamed(U.Name) || Weights.fileNamed(U.File);
      }))
    return Error::success();
  std::string Of = M.Programs.empty() ? "" : " of " + join(M.Programs, ", ");
  return makeError("the profile" + Of + " knows no file of this project, '" +
                   P.Root + "', but '" + M.Files.front() +
                   (M.Files.size() == 1 ? "'" : "' and others") +
                   "; record the project's own program, or name the folder of "
                   "its sources with --root");
}

Expected<Recording> makeWeights(const Request &R, const Database &D,
                                const Project &P,
                                const TemporaryFolder &Scratch) {
  Recording Made;
  if (!R.WriteWeights)
    return Made;
  Made.File = Scratch.file("weights.json");
  if (Error E = writeWholeFile(Made.File, R.WriteWeights))
    return std::move(E);
  Expected<Measurements> M = loadMeasurements(Made.File);
  if (!M)
    return M.takeError();
  const Staleness Old = bringUpToDate(*M, D, P);
  Made.Note = describe(Old, P);
  if (Old.changed())
    if (Error E = writeWholeFile(Made.File, [&](raw_ostream &OS) -> Error {
          PrintableStream Document(OS, PrintableStream::Kind::Json);
          writeMeasurements(Document, *M);
          return Error::success();
        }))
      return std::move(E);
  Made.Weights = std::make_shared<MeasuredWeights>(std::move(*M));
  if (Error E = checkIsOfProject(*Made.Weights, D, P))
    return std::move(E);
  return Made;
}

/// When the checks began to read: by the clock that stamps files.
Expected<sys::TimePoint<>> stamp(const TemporaryFolder &Scratch) {
  std::string Path = Scratch.file("started");
  if (Error E =
          writeWholeFile(Path, [](raw_ostream &) { return Error::success(); }))
    return std::move(E);
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return errorCodeToError(EC);
  return Status.getLastModificationTime();
}

Expected<std::vector<UnitResult>> check(const Request &R, const Tidy &T,
                                        const Selection &S,
                                        const TemporaryFolder &Scratch) {
  size_t Total = S.Units.size();
  auto Results =
      runTidy(T, S.Units, R.Jobs, Scratch, [&](size_t Done, const Unit &U) {
        if (R.ShowProgress)
          errs() << "\r\x1b[K[" << Done << '/' << Total << "] "
                 << printable(displayed(U.File));
      });
  if (R.ShowProgress)
    errs() << "\r\x1b[K";
  return Results;
}

/// Which flags were kept from clang, and of how many units.
std::vector<std::string> notesOfLeftOut(ArrayRef<const Unit *> Units) {
  std::map<std::vector<std::string>, size_t> Sets;
  for (const Unit *U : Units)
    if (!U->LeftOut.empty())
      ++Sets[U->LeftOut];
  std::vector<std::string> Notes;
  for (const auto &[Flags, Number] : Sets)
    Notes.push_back("clang does not know " + join(Flags, ", ") +
                    ": left out for " + utostr(Number) +
                    (Number == 1 ? " unit" : " units"));
  return Notes;
}

/// Takes out what \p Known has; entries that no longer occur are noted.
void subtractBaseline(const Baseline &Known, const Request &R,
                      const Selection &S, Outcome &O) {
  Baseline Gone = Known;
  for (const Finding &F : O.Findings)
    Gone.erase(F.Fingerprint);
  size_t Before = O.Findings.size();
  erase_if(O.Findings, [&](const Finding &F) {
    auto Entry = Known.find(F.Fingerprint);
    // A hint that has become a warning is new.
    return Entry != Known.end() &&
           (Entry->second.Loud == Level::Warning || F.Loud == Level::Hint);
  });
  O.InBaseline = Before - O.Findings.size();
  // Of what was not looked at nobody can say that it is gone.
  if (S.isWhole() && O.Failures.empty() && R.WriteBaseline.empty())
    for (const auto &[Fingerprint, Entry] : Gone)
      if (Entry.Loud == Level::Warning)
        O.Notes.push_back("gone from " + Entry.File + ": '" + Entry.Code +
                          "' [" + Entry.Check + "]; --write-baseline=" +
                          R.Baseline + " takes it out");
}

/// Allocations of a line that is hot.
uint64_t leastOfHot(const Request &R, const Measurements &M) {
  uint64_t Least = 1000;
  if (auto Option = R.CheckOptions.find("MinAllocations");
      Option != R.CheckOptions.end())
    StringRef(Option->second).getAsInteger(10, Least);
  return leastHot(M, Least);
}

/// What is hot and has no finding, where all was looked at.
void addRest(const Request &R, const Selection &S,
             const MeasuredWeights &Recorded, Measurer &Measure, Outcome &O) {
  const Measurements &M = Recorded.all();
  if (M.Allocations && !M.Instrumented)
    O.Notes.push_back("no instrumented code made allocations in this profile: "
                      "build the program with 'anomalloc c++' to know lines");
  if (!O.Failures.empty())
    return;
  std::vector<Finding> Known = O.Findings;
  append_range(Known, O.Causes);
  O.Rest = findRest(Recorded, Known, *O.Where, Measure, leastOfHot(R, M),
                    S.isWhole() ? nullptr : &S.Chains);
}

/// Causes in other places, of blocks that no finding shown explains.
void addCauses(std::vector<Finding> Causes, const Selection &S,
               const MeasuredWeights &Recorded, Outcome &O) {
  Explained Known(Recorded);
  for (const Finding &F : O.Findings)
    if (F.Recorded)
      Known.add(F.Recorded->Sum.Chains);
  erase_if(Causes, [&](const Finding &F) {
    return none_of(F.Recorded->Sum.Chains, [&](uint32_t Chain) {
      return S.Chains.count(Chain) && !Known.contains(Chain);
    });
  });
  rank(Causes, &Recorded);
  O.Causes = std::move(Causes);
}

/// Units of other places are of no interest by themselves.
void takeFailures(const Selection &S, ArrayRef<UnitResult> Results,
                  Outcome &O) {
  size_t Checked = 0;
  for (auto [U, Result] : zip(S.Units, Results))
    if (Result.Failure.empty())
      ++Checked;
    else if (S.Followed.count(U))
      O.Notes.push_back(displayed(U->File) +
                        ", which hot lines lead to, could "
                        "not be checked: " +
                        Result.Failure);
    else
      O.Failures.push_back({U->File, Result.Failure});
  O.UnitsChecked = Checked;
}

/// Other units that include a header whose fix is proved.
Error addReaders(const Request &R, const Tidy &T, const Database &D,
                 ArrayRef<Finding> Findings, ReadersOfFiles &ReadBy) {
  std::set<std::string> Headers;
  for (const Finding &F : Findings)
    if (F.Sure == Certainty::Proved)
      for (const Edit &E : F.Fix)
        if (!D.find(E.File))
          Headers.insert(E.File);
  if (Headers.empty())
    return Error::success();
  auto All = readersOf(Headers, D, resourceFolder(T.Program), R.Jobs);
  erase_if(All, [&](const auto &Reader) {
    return any_of(ReadBy, [&](const auto &Known) {
      return Known.second.Units.count(Reader.first);
    });
  });
  std::vector<const Unit *> Units;
  for (const auto &Reader : All)
    Units.push_back(Reader.first);
  auto Results = parseAgain(T, Units, R.Jobs, /*Overlay=*/"");
  if (!Results)
    return Results.takeError();
  for (auto [Reader, Result] : zip(All, *Results))
    if (Result.Failure.empty())
      for (const std::string &File : Reader.second)
        ReadBy[File].Units.insert(Reader.first);
  return Error::success();
}

Error fix(const Request &R, const Tidy &T, const Selection &S,
          const Database &D, ReadersOfFiles ReadBy, SourceFiles &Files,
          sys::TimePoint<> Started, Outcome &O) {
  if (!R.Fix)
    return Error::success();
  if (!S.isWhole())
    if (Error E = addReaders(R, T, D, O.Findings, ReadBy))
      return E;
  Recompiler Anew(T, ReadBy, R.Jobs);
  Expected<FixReport> Report =
      applyFixes(O.Findings, *O.Where, Files, Started,
                 [&](const auto &Texts) { return Anew.firstError(Texts); });
  if (!Report)
    return Report.takeError();
  O.Fixed = std::move(Report->Fixed);
  O.FixedFiles = std::move(Report->Files);
  append_range(O.Notes, Report->Skipped);
  return Error::success();
}

bool fails(ErrorOn On, ArrayRef<Finding> Findings) {
  auto AtLeast = [&](Severity Least) {
    return any_of(Findings, [&](const Finding &F) {
      return F.Loud == Level::Warning && F.Worth >= Least;
    });
  };
  switch (On) {
  case ErrorOn::None:
    return false;
  case ErrorOn::High:
    return AtLeast(Severity::High);
  case ErrorOn::Medium:
    return AtLeast(Severity::Medium);
  case ErrorOn::Low:
    return AtLeast(Severity::Low);
  case ErrorOn::Hint:
    return !Findings.empty();
  case ErrorOn::Any:
  case ErrorOn::New:
    break;
  }
  return AtLeast(Severity::Unrated);
}

Expected<int> run(const Request &R, const TemporaryFolder &Scratch) {
  Expected<Database> D = readDatabase(R.Build, {R.LLVMPrograms, R.IncludeDir});
  if (!D)
    return D.takeError();
  Expected<Project> P = findProject(R.Root, *D, Scratch);
  if (!P)
    return P.takeError();
  std::optional<Baseline> Known;
  if (!R.Baseline.empty()) {
    Expected<Baseline> Read = readBaseline(R.Baseline);
    if (!Read)
      return Read.takeError();
    Known = std::move(*Read);
  }
  Expected<Tidy> T = findTidy(R, Scratch);
  if (!T)
    return T.takeError();
  Expected<Recording> Made = makeWeights(R, *D, *P, Scratch);
  if (!Made)
    return Made.takeError();
  const MeasuredWeights *Recorded = Made->Weights.get();
  std::map<std::string, std::string> Options = R.CheckOptions;
  Options.try_emplace("Root", P->Root);
  if (Recorded)
    Options["Profile"] = Made->File;
  setCheckOptions(*T, Options);
  Expected<Selection> S = select(R, *D, *P, T->Program, Scratch);
  if (!S)
    return S.takeError();
  SourceFiles Files;
  std::optional<Measurer> Measure;
  if (Recorded)
    Measure.emplace(*Recorded, Files);
  if (Recorded && !S->isWhole())
    followHotChains(*S, *D, *P, *Recorded, *Measure,
                    leastOfHot(R, Recorded->all()), resourceFolder(T->Program),
                    R.Jobs);

  Expected<sys::TimePoint<>> Started = stamp(Scratch);
  if (!Started)
    return Started.takeError();
  auto Results = check(R, *T, *S, Scratch);
  if (!Results)
    return Results.takeError();

  Outcome O;
  O.Where = &*P;
  O.Files = &Files;
  O.Version = R.Version;
  O.DocDir = R.DocDir;
  O.Pages = {"README.md", "docs/checks/README.md"};
  O.FingerprintName = "anomallocLint/v1";
  O.Measured = Recorded != nullptr;
  O.ShowHints = R.ShowHints;
  // There they are few, and cost nothing: the line is being edited.
  O.HintsInFull = S->Changed.has_value();
  Collected C = collect(*Results, *S, *P, Files, Measure ? &*Measure : nullptr);
  O.Findings = std::move(C.Findings);
  tellVerdicts(R.Verdicts, O.Findings);
  O.Elsewhere = C.Elsewhere;
  O.ColdFiles = C.ColdFiles;
  O.OtherLanguage = C.OtherLanguage;
  O.Notes = S->Notes;
  if (!Made->Note.empty())
    O.Notes.push_back(Made->Note);
  append_range(O.Notes, notesOfLeftOut(S->Units));
  append_range(O.Notes, C.Notes);
  takeFailures(*S, *Results, O);
  rank(O.Findings, Recorded);
  if (Recorded)
    addCauses(std::move(C.Causes), *S, *Recorded, O);
  if (Recorded)
    addRest(R, *S, *Recorded, *Measure, O);

  if (!R.WriteBaseline.empty()) {
    if (Error E = writeBaseline(R.WriteBaseline, O.Findings, *P, Files))
      return std::move(E);
    size_t Number = O.Findings.size();
    O.Notes.push_back("wrote " + utostr(Number) +
                      (Number == 1 ? " finding" : " findings") + " to " +
                      R.WriteBaseline);
  }
  if (Known)
    subtractBaseline(*Known, R, *S, O);
  if (Error E = fix(R, *T, *S, *D, std::move(C.ReadBy), Files, *Started, O))
    return std::move(E);
  O.Rules = rulesOf(O.Findings);
  if (Error E = writeDocuments(R, O))
    return std::move(E);
  for (const std::string &Note : O.Notes)
    complain("note: " + Note);
  for (const UnitFailure &F : O.Failures)
    complain("error: " + displayed(F.File) + " could not be checked: " + F.Why);
  if (!O.Failures.empty())
    return Incomplete;
  // What was written down as known counts no more.
  bool Fails = R.WriteBaseline.empty() && fails(R.FailOn, O.Findings);
  return Fails ? Findings : NothingFound;
}

} // namespace

Expected<int> lint(const Request &R) {
  Expected<TemporaryFolder> Scratch = TemporaryFolder::create();
  if (!Scratch)
    return Scratch.takeError();
  return run(R, *Scratch);
}

} // namespace anomalloc::lint
