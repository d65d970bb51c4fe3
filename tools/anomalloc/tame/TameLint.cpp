//===- TameLint.cpp - what may be changed ---------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/TameLint.h"
#include "Analysis/changes/LintFindings.h"
#include "Support/Errors.h"
#include "Support/RegularFile.h"
#include "Support/ShellQuote.h"
#include "cli/Layout.h"
#include "tame/TameEdits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace llvm;

namespace anomalloc {

static std::string lintText(const json::Object &O, StringRef Key) {
  return O.getString(Key).value_or("").str();
}

static uint64_t lintNumber(const json::Object &O, StringRef Key) {
  const json::Value *Its = O.get(Key);
  return Its ? Its->getAsUINT64().value_or(0) : 0;
}

static unsigned lintOffset(const json::Object &O, StringRef Key) {
  return unsigned(std::min<uint64_t>(lintNumber(O, Key), UINT_MAX));
}

/// Calls \p Each with each object of an array.
template <typename F>
static void eachLintObject(const json::Object &O, StringRef Key, F Each) {
  if (const json::Array *List = O.getArray(Key))
    for (const json::Value &Its : *List)
      if (const json::Object *Object = Its.getAsObject())
        Each(*Object);
}

/// Empty if an edit reaches a file outside of the work tree.
static std::vector<lint::Edit> readEdits(const json::Object &O) {
  std::vector<lint::Edit> Edits;
  bool Outside = false;
  eachLintObject(O, "fix", [&](const json::Object &Its) {
    lint::Edit E{lintText(Its, "file"), lintOffset(Its, "offset"),
                 lintOffset(Its, "length"), lintText(Its, "text")};
    Outside |= E.File.empty() || sys::path::is_absolute(E.File) ||
               is_contained(split(StringRef(E.File), '/'), StringRef(".."));
    Edits.push_back(std::move(E));
  });
  if (Outside)
    Edits.clear();
  return Edits;
}

/// The lines that made the blocks of a finding, and the functions around them.
static std::set<std::string> readAbout(const json::Object &O) {
  std::set<std::string> About;
  if (const json::Object *Measured = O.getObject("measured"))
    eachLintObject(*Measured, "lines", [&](const json::Object &Line) {
      const std::string File = lintText(Line, "file");
      About.insert(File + ":" + utostr(lintNumber(Line, "line")));
      About.insert(File + " " + lintText(Line, "function"));
    });
  return About;
}

/// Adds the changes that a finding offers, or the finding itself.
static void addFinding(const json::Object &O, TameFindings &To) {
  TameChange C;
  C.Fingerprint = lintText(O, "fingerprint");
  C.Check = lintText(O, "check");
  C.File = lintText(O, "file");
  C.Line = lintNumber(O, "line");
  C.Column = lintNumber(O, "column");
  C.Message = lintText(O, "message");
  // With the doubt that may stand behind it.
  const StringRef Advice = suggestionIn(C.Message);
  C.Suggestion =
      Advice.empty()
          ? C.Message
          : C.Message.substr(size_t(Advice.data() - C.Message.data()));
  C.Allocations = lintNumber(O, "allocations");
  C.Edits = readEdits(O);
  C.About = readAbout(O);
  const size_t Before = To.Changes.size();
  if (!C.Edits.empty()) {
    C.IsProved = lintText(O, "certainty") == "proved" &&
                 StringRef(C.Check).starts_with("anomalloc-");
    if (!C.IsProved)
      C.Doubt = "nobody has proved that the change means the same";
    To.Changes.push_back(C);
  }
  eachLintObject(O, "notes", [&](const json::Object &Note) {
    TameChange Other = C;
    Other.Edits = readEdits(Note);
    Other.IsProved = false;
    Other.Doubt = lintText(Note, "message");
    if (To.Changes.size() != Before)
      Other.Fingerprint += "-" + utostr(To.Changes.size() - Before);
    if (!Other.Edits.empty())
      To.Changes.push_back(std::move(Other));
  });
  if (To.Changes.size() == Before)
    To.Others.push_back(std::move(C));
}

/// Adds the entries of the report that no finding explains: each once, with the
/// line that made the most blocks.
static void addEntries(const json::Object &Top, TameFindings &To) {
  std::map<std::string, size_t> ByRank;
  eachLintObject(Top, "unexplained", [&](const json::Object &O) {
    const json::Array *Levels = O.getArray("levels"),
                      *Entries = O.getArray("report");
    const json::Object *Line =
        Levels && !Levels->empty() ? Levels->front().getAsObject() : nullptr;
    const json::Object *Entry =
        Entries && !Entries->empty() ? Entries->front().getAsObject() : nullptr;
    if (!Line || !Entry)
      return; // Nothing is known to help.
    const auto [At, IsNew] =
        ByRank.try_emplace(lintText(*Entry, "rank"), To.Others.size());
    if (IsNew) {
      TameChange &C = To.Others.emplace_back();
      C.Check = lintText(*Entry, "anomaly");
      C.File = lintText(*Line, "file");
      C.Line = lintNumber(*Line, "line");
      C.Column = lintNumber(*Line, "column");
      C.Suggestion = lintText(*Entry, "remedy");
      C.Message = lintText(*Entry, "evidence") + "; " + C.Suggestion;
    } else {
      ++To.Others[At->second].MoreLines;
    }
    uint64_t &Sum = To.Others[At->second].Allocations;
    Sum = SaturatingAdd(Sum, lintNumber(O, "allocations"));
  });
}

Expected<TameFindings> readTameFindings(StringRef Json, uint64_t Least) {
  Expected<json::Value> Read = json::parse(Json);
  if (!Read)
    return Read.takeError();
  const json::Object *Top = Read->getAsObject();
  if (!Top || Top->getString("schema") != StringRef("anomalloc-lint"))
    return makeError("this is not what 'anomalloc lint --json' writes");
  TameFindings Found;
  eachLintObject(*Top, "findings", [&](const json::Object &O) {
    if (lintNumber(O, "allocations") >= std::max<uint64_t>(1, Least))
      addFinding(O, Found);
  });
  addEntries(*Top, Found);
  eachLintObject(*Top, "failed_units", [&](const json::Object &O) {
    Found.Notes.push_back(lintText(O, "file") +
                          " could not be checked: " + lintText(O, "error"));
  });
  for (auto *List : {&Found.Changes, &Found.Others})
    stable_sort(*List, [](const TameChange &A, const TameChange &B) {
      return A.Allocations != B.Allocations ? A.Allocations > B.Allocations
                                            : A.IsProved > B.IsProved;
    });
  return Found;
}

static bool hasEntries(const std::string &Folder) {
  std::error_code EC;
  return sys::fs::directory_iterator(Folder, EC) !=
         sys::fs::directory_iterator();
}

/// The folder or file for 'lint -p'.
Expected<std::string> TameLint::database() const {
  constexpr StringLiteral Name = "compile_commands.json";
  if (!Settings.Database.empty()) {
    const std::string Path = sys::path::is_absolute(Settings.Database)
                                 ? Settings.Database
                                 : Tree.path() + "/" + Settings.Database;
    if (sys::fs::exists(sys::fs::is_directory(Path) ? Path + "/" + Name.str()
                                                    : Path))
      return Path;
    return makeError("the build made no " + Name + " in '" + Settings.Database +
                     "' (--build-dir), which is looked for in the work tree, " +
                     Tree.path());
  }
  std::vector<std::string> Folders = {Tree.path() + "/build", Tree.path()};
  std::error_code EC;
  for (sys::fs::directory_iterator I(Tree.path(), EC), End; !EC && I != End;
       I.increment(EC))
    if (I->type() == sys::fs::file_type::directory_file)
      Folders.push_back(I->path());
  std::sort(Folders.begin() + 2, Folders.end());
  for (const std::string &Each : Folders)
    if (sys::fs::exists(Each + "/" + Name))
      return Each;
  if (hasEntries(Folder.commands()))
    return Folder.commands();
  return makeError(
      "the build made no " + Name +
      ", which says how each file is compiled: CMake writes it ("
      "CMAKE_EXPORT_COMPILE_COMMANDS=ON is set) where it generates Makefiles "
      "or Ninja files, and 'anomalloc c++' writes its own (CC and CXX are "
      "set); "
      "with another compiler let --build run 'bear -- make'; name its folder "
      "with --build-dir, relative to the work tree");
}

bool TameLint::isWanted(StringRef File) const {
  return Settings.Only.empty() || any_of(Settings.Only, [&](StringRef Wanted) {
           return Wanted == "." || File == Wanted ||
                  (File.consume_front(Wanted) && File.starts_with("/"));
         });
}

Expected<TameFindings> TameLint::find(const std::string &Profile) const {
  Expected<std::string> Build = database();
  if (!Build)
    return Build.takeError();
  const std::string Json = Folder.file("lint.json");
  sys::fs::remove(Json);
  ShellCommand Command{quoteForShell(findLayout().Program) +
                       " lint --error-on=none -p " + quoteForShell(*Build) +
                       " --root=" + quoteForShell(Tree.path()) +
                       " --profile=" + quoteForShell(Profile) +
                       " --min-allocations=" + utostr(Settings.MinAllocations) +
                       " --json=" + quoteForShell(Json)};
  Expected<ShellEnd> End = Shell.run(Command);
  if (!End)
    return End.takeError();
  auto Text = openRegularFile(Json);
  if (!Text) {
    consumeError(Text.takeError());
    return makeError("the source cannot be checked: " +
                     (Shell.endOfLog().empty() ? End->Why : Shell.endOfLog()));
  }
  Expected<TameFindings> Found =
      readTameFindings((*Text)->getBuffer(), Settings.MinAllocations);
  if (!Found)
    return inContext(Json, Found.takeError());
  std::vector<TameChange> Changes;
  for (TameChange &C : Found->Changes) {
    bool Known = true;
    for (const std::string &File : filesOf(C.Edits)) {
      Expected<bool> Tracked = Tree.tracks(File);
      if (!Tracked)
        return Tracked.takeError();
      Known &= *Tracked && isWanted(File);
    }
    if (!Known)
      C.Edits.clear();
    (Known ? Changes : Found->Others).push_back(std::move(C));
  }
  Found->Changes = std::move(Changes);
  erase_if(Found->Others,
           [&](const TameChange &C) { return !isWanted(C.File); });
  return Found;
}

} // namespace anomalloc
