//===- FindTidy.cpp - a clang-tidy that loads the checks ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/CheckTable.h"
#include "Lint/Tidy.h"
#include "Support/Errors.h"
#include "Weights/FileFacts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace anomalloc::lint {

namespace {

/// "19", or "22 or 19", each after \p Before.
std::string eachMajor(const Request &R, StringRef Before) {
  return join(
      map_range(R.Majors,
                [&](unsigned Major) { return (Before + Twine(Major)).str(); }),
      " or ");
}

/// The major version of LLVM that clang-tidy \p Program was built with; 0 if
/// it is no clang-tidy.
Expected<unsigned> majorOf(StringRef Program, const TemporaryFolder &Scratch) {
  Expected<ProcessResult> Result =
      runProcess({Program.str(), "--version"}, Scratch);
  if (!Result)
    return Result.takeError();
  if (!Result->StartError.empty())
    return makeError("cannot run '" + Program + "': " + Result->StartError);
  StringRef Version = StringRef(Result->Out).split("LLVM version ").second;
  unsigned Major;
  return Version.consumeInteger(10, Major) ? 0 : Major;
}

Expected<std::string> findProgram(const Request &R,
                                  const TemporaryFolder &Scratch) {
  std::vector<std::string> Candidates;
  if (!R.ClangTidy.empty()) {
    Candidates = {R.ClangTidy};
  } else {
    if (!R.LLVMPrograms.empty())
      Candidates.push_back(R.LLVMPrograms + "/clang-tidy");
    for (unsigned Major : R.Majors)
      Candidates.push_back("clang-tidy-" + std::to_string(Major));
    Candidates.push_back("clang-tidy");
  }
  std::string Other;
  for (const std::string &Name : Candidates) {
    ErrorOr<std::string> Program = sys::findProgramByName(Name);
    if (!Program) {
      if (!R.ClangTidy.empty())
        return makeError("cannot run '" + Name +
                         "': " + Program.getError().message());
      continue;
    }
    Expected<unsigned> Major = majorOf(*Program, Scratch);
    if (!Major)
      return Major.takeError();
    if (is_contained(R.Majors, *Major))
      return *Program;
    Other = *Program + (*Major ? " is of LLVM " + std::to_string(*Major)
                               : std::string(" is no clang-tidy"));
  }
  return makeError((Other.empty() ? "no clang-tidy is installed" : Other) +
                   ": the checks load only into clang-tidy of LLVM " +
                   eachMajor(R, "") + ". Install " +
                   eachMajor(R, "clang-tidy-") +
                   ", or name one with --clang-tidy=PATH");
}

/// All checks that there are: \p T loads the module and tells.
Expected<std::vector<std::string>> listChecks(const Tidy &T,
                                              const TemporaryFolder &Scratch) {
  Expected<ProcessResult> Result =
      runProcess({T.Program, "--load=" + T.Module, "--checks=*", "--config={}",
                  "--list-checks"},
                 Scratch);
  if (!Result)
    return Result.takeError();
  SmallVector<StringRef, 64> Lines;
  StringRef(Result->Out).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  std::vector<std::string> Names;
  bool Ours = false;
  for (StringRef Line : Lines)
    if (Line.consume_front("    ")) {
      Ours |= Line.starts_with("anomalloc-");
      if (Line != FileFactsCheckName)
        Names.push_back(Line.str());
    }
  if (!Ours)
    return makeError("'" + T.Program + "' cannot load " + T.Module + ": " +
                     StringRef(Result->Err).trim().split('\n').first);
  return Names;
}

/// As clang-tidy reads them: separated by commas, the last that matches counts.
Error verifyGlobs(StringRef Globs, ArrayRef<std::string> Names) {
  SmallVector<StringRef, 8> Parts;
  Globs.split(Parts, ',', -1, /*KeepEmpty=*/false);
  std::vector<bool> Enabled(Names.size());
  for (StringRef Part : Parts) {
    Part = Part.trim();
    bool Positive = !Part.consume_front("-");
    Expected<GlobPattern> Glob = GlobPattern::create(Part);
    if (!Glob)
      return inContext("--checks", Glob.takeError());
    bool Matches = false;
    for (size_t I = 0; I != Names.size(); ++I)
      if (Glob->match(Names[I])) {
        Matches = true;
        Enabled[I] = Positive;
      }
    if (Matches)
      continue;
    const std::string *Near = nullptr;
    unsigned Least = Part.size() / 2;
    for (const std::string &Name : Names)
      if (unsigned Distance = Part.edit_distance(Name); Distance < Least) {
        Least = Distance;
        Near = &Name;
      }
    return makeError("no check matches '" + Part + "'" +
                     (Near ? "; did you mean '" + *Near + "'?" : ""));
  }
  if (!is_contained(Enabled, true))
    return makeError("'" + Globs + "' leaves no check to run");
  return Error::success();
}

} // namespace

void setCheckOptions(Tidy &T,
                     const std::map<std::string, std::string> &Options) {
  // No stock check runs: ours need not keep silent for them.
  std::map<std::string, std::string> All;
  for (StringRef Key : {"Hints", "Levels", "AlsoReportStock"})
    All[Key.str()] = "true";
  All[formatv("{0}.{1}", FileFactsCheckName, FileFactsOption)] = "true";
  for (const auto &[Key, Value] : Options)
    All[Key] = Value; // what a person says goes before
  json::Object Map;
  for (const auto &[Key, Value] : All)
    Map[Key] = Value;
  // With the parents' configuration: the .clang-tidy files of the project.
  T.Config = formatv(
      "{0}", json::Value(json::Object{{"InheritParentConfig", true},
                                      {"CheckOptions", std::move(Map)}}));
}

Expected<Tidy> findTidy(const Request &R, const TemporaryFolder &Scratch) {
  Tidy T;
  T.Module = R.Module;
  if (!sys::fs::exists(T.Module) || R.Majors.empty())
    return makeError(
        "no " + T.Module +
        ": Anomalloc was built without its checks (ANOMALLOC_TIDY)");
  Expected<std::string> Program = findProgram(R, Scratch);
  if (!Program)
    return Program.takeError();
  T.Program = std::move(*Program);
  Expected<std::vector<std::string>> Names = listChecks(T, Scratch);
  if (!Names)
    return Names.takeError();
  if (!R.Checks.empty())
    if (Error E = verifyGlobs(R.Checks, *Names))
      return std::move(E);
  T.Checks = "-*," + (R.Checks.empty() ? "anomalloc-*" : R.Checks) + "," +
             FileFactsCheckName;
  return T;
}

} // namespace anomalloc::lint
