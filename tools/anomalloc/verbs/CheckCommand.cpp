//===- CheckCommand.cpp - anomalloc check ---------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Update.h"
#include "Budget/Words.h"
#include "Recover/Recover.h"
#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "cli/Command.h"
#include "cli/Layout.h"
#include "cli/Messages.h"
#include "cli/Terminal.h"
#include "inputs/CheckFindings.h"
#include "inputs/Inputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace llvm;
using namespace anomalloc::budget;

namespace anomalloc {
namespace {

/// The documents beside the text.
enum class Document { Json, Markdown, Sarif, GitLab, Rdjsonl };

/// Runs that repeat one another, each of one argument.
struct Runs {
  std::vector<std::string> Names;
  std::vector<std::unique_ptr<Profile>> Profiles;
  std::vector<std::unique_ptr<Run>> Tables;

  /// Adds the libraries that changed since the runs to \p Changed.
  Error read(ArrayRef<StringRef> Arguments, std::set<std::string> &Changed);
  std::vector<const Run *> all() const {
    std::vector<const Run *> All;
    for (const auto &R : Tables)
      All.push_back(R.get());
    return All;
  }
};

Error Runs::read(ArrayRef<StringRef> Arguments,
                 std::set<std::string> &Changed) {
  for (StringRef Argument : Arguments) {
    Expected<std::unique_ptr<Profile>> P = readInputs({Argument}, {});
    if (!P)
      return P.takeError();
    for (std::string &File : nameCode(**P))
      Changed.insert(std::move(File));
    Names.push_back(Argument.str());
    Tables.push_back(std::make_unique<Run>(**P));
    Profiles.push_back(std::move(*P));
  }
  return Error::success();
}

std::string realFolder(const std::string &Folder) {
  SmallString<256> Real;
  return sys::fs::real_path(Folder, Real) ? Folder : Real.str().str();
}

class CheckCommand : public Command {
public:
  CommandInfo info() const override;
  void addOptions(OptionSet &O) override;
  Expected<int> run(ArrayRef<StringRef> Arguments) override;

private:
  void document(OptionSet &O, StringRef Name, Document Kind, StringRef Help);
  Error verify() const;
  Error init(ArrayRef<StringRef> Arguments);
  Expected<std::vector<Verdict>> judgeAll(const BudgetFile &File) const;
  Error writeBack(std::unique_ptr<BudgetFile> &File,
                  std::vector<Verdict> &Verdicts) const;
  Error writeDocuments(const BudgetPage &Page) const;

  std::string BudgetPath = "anomalloc.yaml", Root;
  bool Update = false, Raise = false, Init = false;
  std::optional<uint64_t> Top;
  std::vector<std::pair<Document, std::string>> Documents;
  TerminalOptions Terminal;
  std::vector<std::string> BasePaths;
  Runs New, Old;
  std::optional<Against> Base;
};

CommandInfo CheckCommand::info() const {
  CommandInfo Info = {
      "check", "hold a run to what it may allocate", "PROFILE...",
      "Reads a file of budgets: limits of allocations, bytes, temporaries, "
      "leaks, the peak and more, of the whole run or by section, file, "
      "function, site and size. Says of each limit whether the run holds it. "
      "Of a broken one it names the lines to change that brought it, with "
      "their numbers, loops and stacks.\n\n"
      "Numbers of allocations are the same in each run of one build, so a "
      "limit may be as tight as what was measured. --init writes a first file, "
      "--update lowers its limits to a run. docs/budgets.md says what can "
      "stand in the file.\n\n"
      "Each PROFILE is a run. A folder is one run, too: its profiles are those "
      "of the run's processes. Several are repetitions: each must hold. With "
      "--against a limit may be told beside a base, as +1 %: more is then what "
      "even the least of the runs has beyond the most of the base's. Sites and "
      "lines are known again as 'anomalloc diff' knows them.\n\n"
      "A limit that the profile cannot answer, as one of leaks without "
      "lifetimes or one of a section that never ran, is an error, unless its "
      "budget is optional.",
      "anomalloc check --init solver.4711.anomalloc\n"
      "anomalloc check solver.4711.anomalloc\n"
      "anomalloc check --update solver.4711.anomalloc\n"
      "anomalloc check --sarif=check.sarif --markdown=check.md "
      "solver.4711.anomalloc\n"
      "anomalloc check --against=base.anomalloc solver.4711.anomalloc"};
  Info.ExitCodes =
      "exit code: 0 all limits hold, 1 a limit is broken, 2 it could not say: "
      "a limit that the profile cannot answer, a problem with the input, or a "
      "wrong command line";
  Info.FailureCode = ExitUsage;
  return Info;
}

void CheckCommand::document(OptionSet &O, StringRef Name, Document Kind,
                            StringRef Help) {
  O.custom(Name, "FILE", Help, [this, Kind](StringRef Path) {
    Documents.push_back({Kind, Path.str()});
    return Error::success();
  });
}

void CheckCommand::addOptions(OptionSet &O) {
  O.group("budgets");
  O.text("budget", "FILE", "the file of budgets (anomalloc.yaml)", BudgetPath);
  O.custom("against", "PROFILE",
           "the run to compare with: for limits such as +1 %, and new sites; "
           "say it again for repetitions of that run",
           [this](StringRef Path) {
             BasePaths.push_back(Path.str());
             return Error::success();
           });
  O.flag("init", "write a first file of budgets, with what was measured", Init);
  O.flag("update",
         "lower each limit in the file to what was measured; comments and "
         "order stay",
         Update);
  O.flag("raise", "with --update: raise limits that are broken, too", Raise);

  O.group("output; '-' is standard output, instead of text");
  O.number("top",
           "at most N lines of each broken limit; 0: all that matter (10)",
           Top);
  document(O, "json", Document::Json,
           "write JSON as 'anomalloc schema check' describes");
  document(O, "markdown", Document::Markdown,
           "write markdown, for a comment of a merge request");
  document(O, "sarif", Document::Sarif, "write SARIF 2.1.0");
  document(O, "gitlab", Document::GitLab,
           "write a code quality report of GitLab");
  document(O, "rdjsonl", Document::Rdjsonl, "write diagnostics for reviewdog");
  O.text("root", "DIR",
         "the project: paths below it are told relative to it (the git work "
         "tree, or the current folder)",
         Root);
  Terminal.addTextOptions(O);
}

Error CheckCommand::verify() const {
  if (Init && Update)
    return usageError("--init does not go with --update");
  if (Raise && !Update)
    return usageError("--raise needs --update");
  size_t OnStandardOutput = 0;
  for (const auto &[Kind, Path] : Documents)
    OnStandardOutput += Path == "-";
  if (OnStandardOutput > 1)
    return usageError("only one document can go to standard output");
  if (Init && !BasePaths.empty())
    return usageError("--init does not go with --against");
  if (Init && !Documents.empty())
    return usageError("--init judges nothing: it writes no document");
  if (!Root.empty() && !sys::fs::is_directory(Root))
    return usageError("--root: there is no folder " + Root);
  return Error::success();
}

Error CheckCommand::init(ArrayRef<StringRef> Arguments) {
  if (Arguments.size() > 1)
    return usageError("--init takes one profile, or a folder of one run's");
  if (BudgetPath != "-" && sys::fs::exists(BudgetPath))
    return makeError(BudgetPath + " is there already: --update changes it, "
                                  "--budget=FILE names another");
  const budget::Run &First = *New.Tables.front();
  for (const std::string &Why : {First.cutShort(), First.missingChildren()})
    if (!Why.empty())
      tellWarning(Arguments.front().str() + ": " + Why);
  if (Error E = writeWholeFile(BudgetPath, [&](raw_ostream &OS) {
        OS << draft(*New.Tables.front());
        return Error::success();
      }))
    return E;
  if (BudgetPath != "-")
    tell("wrote " + BudgetPath);
  return Error::success();
}

Expected<std::vector<Verdict>>
CheckCommand::judgeAll(const BudgetFile &File) const {
  JudgeOptions Options;
  Options.Lines = Top.value_or(Options.Lines);
  return judge(File, New.all(), *Base, Options);
}

/// Writes the file anew, and judges by that.
Error CheckCommand::writeBack(std::unique_ptr<BudgetFile> &File,
                              std::vector<Verdict> &Verdicts) const {
  UpdatedText Updated = update(*File, Verdicts, Raise);
  for (const Change &C : Updated.Changes)
    tell(placeOf(*File, C.Its->At) + ": " + C.Of->title() + ": " +
         rowOf(C.Its->What).Key + ": " + C.Its->AtMost.Text + " -> " + C.To);
  if (Updated.Changes.empty()) {
    tell(File->Path + ": nothing to " + (Raise ? "change" : "lower"));
    return Error::success();
  }
  if (Error E = writeWholeFile(File->Path, [&](raw_ostream &OS) {
        OS << Updated.Text;
        return Error::success();
      }))
    return E;
  Expected<std::unique_ptr<BudgetFile>> Now =
      parseBudgets(MemoryBuffer::getMemBufferCopy(Updated.Text, File->Path));
  if (!Now)
    return Now.takeError();
  File = std::move(*Now);
  return judgeAll(*File).moveInto(Verdicts);
}

Error CheckCommand::writeDocuments(const BudgetPage &Page) const {
  const CheckReview Review(Page, findLayout().DocDir);
  bool TextToo = true;
  for (const auto &[Kind, Path] : Documents) {
    TextToo &= Path != "-";
    if (Error E =
            writeWholeFile(Path, [&, Kind = Kind](raw_ostream &To) -> Error {
              PrintableStream OS(To, Kind == Document::Markdown
                                         ? PrintableStream::Kind::Text
                                         : PrintableStream::Kind::Json);
              switch (Kind) {
              case Document::Json:
                writeBudgetJson(OS, Page);
                break;
              case Document::Markdown:
                writeBudgetMarkdown(OS, Page);
                break;
              case Document::Sarif:
                lint::writeSarif(OS, Review.Its);
                break;
              case Document::GitLab:
                lint::writeGitLab(OS, Review.Its);
                break;
              case Document::Rdjsonl:
                lint::writeRdjsonl(OS, Review.Its);
                break;
              }
              return Error::success();
            }))
      return E;
  }
  if (TextToo) {
    TextStyle Style = Terminal.startOutput();
    writeBudgetText(outs(), Page, Style);
  }
  return flushStandardOutput();
}

Expected<int> CheckCommand::run(ArrayRef<StringRef> Arguments) {
  if (Error E = verify())
    return std::move(E);
  if (Arguments.empty())
    return usageError("no profile named; 'anomalloc record' writes profiles");
  std::unique_ptr<BudgetFile> File;
  if (!Init)
    if (Error E = readBudgets(BudgetPath).moveInto(File))
      return std::move(E);
  std::set<std::string> Changed;
  if (Error E = New.read(Arguments, Changed))
    return std::move(E);
  if (Init) {
    if (Error E = init(Arguments))
      return std::move(E);
    return ExitSuccess;
  }
  std::vector<StringRef> BaseNames(BasePaths.begin(), BasePaths.end());
  if (Error E = Old.read(BaseNames, Changed))
    return std::move(E);
  warnOfChanged(std::vector<std::string>(Changed.begin(), Changed.end()));
  Base.emplace(Old.all(), New.all());
  Expected<std::vector<Verdict>> Verdicts = judgeAll(*File);
  if (!Verdicts)
    return Verdicts.takeError();
  if (Update)
    if (Error E = writeBack(File, *Verdicts))
      return std::move(E);

  BudgetPage Page{*File, std::move(*Verdicts), New.Names, {}, Old.Names, ""};
  for (const auto &P : New.Profiles)
    Page.Profiles.push_back(P.get());
  Page.Root = Root.empty() ? findRootOf(".") : realFolder(Root);
  if (Error E = writeDocuments(Page))
    return std::move(E);
  Tally T = countOutcomes(Page.Verdicts);
  return T.Broken ? 1 : T.Unanswered ? int(ExitUsage) : int(ExitSuccess);
}

RegisterCommand<CheckCommand> RegisterCheck;

} // namespace
} // namespace anomalloc
