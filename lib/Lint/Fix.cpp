//===- Fix.cpp - apply the fixes of findings ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Fix.h"
#include "Lint/MeetingFixes.h"
#include "Support/Errors.h"
#include "Support/TemporaryFile.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;
using clang::tooling::Replacement;
using clang::tooling::Replacements;

namespace anomalloc::lint {
namespace {

/// Some findings, whose fixes are applied together.
using Fixes = std::vector<const Finding *>;
/// By real path.
using Texts = std::map<std::string, std::string>;

class Fixer {
public:
  Fixer(const Project &P, SourceFiles &Files, sys::TimePoint<> Started,
        CompileProbe Compile)
      : P(P), Files(Files), Started(Started), Compile(Compile) {}

  /// "" if the fix of \p F could be applied with all of \p Others, else why it
  /// could not.
  std::string objection(const Finding &F, const Fixes &Others) {
    for (const Edit &E : F.Fix) {
      if (!P.owns(E.File))
        return displayed(E.File) + " is not of this project";
      if (changed(E.File))
        return displayed(E.File) + " has changed meanwhile";
    }
    for (const Finding *Other : Others)
      if (Tokens.meet(F, *Other))
        return "it meets the fix of " + displayed(Other->At.File) + ":" +
               utostr(Other->At.Line) + "; run again";
    return "";
  }

  /// Adds to \p Good, with which the project compiles, those of \p More that it
  /// compiles with, too. One bad fix of n costs some 2 log n compilations.
  Error addCompiling(Fixes &Good, ArrayRef<const Finding *> More,
                     std::vector<std::string> &Skipped) {
    if (More.empty())
      return Error::success();
    Fixes Trial = Good;
    append_range(Trial, More);
    Expected<Texts> Fixed = fixedTexts(Trial);
    if (!Fixed)
      return Fixed.takeError();
    Expected<std::string> Why = Compile(*Fixed);
    if (!Why)
      return Why.takeError();
    if (Why->empty()) {
      Good = std::move(Trial);
    } else if (More.size() == 1) {
      Skipped.push_back(
          notFixed(*More.front(), "it does not compile: " + *Why));
    } else {
      const size_t Half = More.size() / 2;
      if (Error E = addCompiling(Good, More.take_front(Half), Skipped))
        return E;
      return addCompiling(Good, More.drop_front(Half), Skipped);
    }
    return Error::success();
  }

  /// Writes all files; returns their names, sorted.
  Expected<std::vector<std::string>> write(const Fixes &Chosen) {
    Expected<Texts> Fixed = fixedTexts(Chosen);
    if (!Fixed)
      return Fixed.takeError();
    std::vector<Pending> Ready;
    for (const auto &[File, Text] : *Fixed)
      if (Error E = prepare(File, Text, Ready))
        return std::move(E);
    std::vector<std::string> Names;
    for (Pending &Next : Ready) {
      if (Error E = Next.Temporary.keepAs(Next.File))
        return inContext("cannot write " + Next.File, std::move(E));
      Names.push_back(Next.File);
    }
    return Names;
  }

  static std::string notFixed(const Finding &F, const Twine &Why) {
    return (displayed(F.At.File) + ":" + utostr(F.At.Line) +
            ": not fixed: " + Why)
        .str();
  }

private:
  struct Pending {
    std::string File;
    TemporaryFile Temporary;
  };

  Expected<Texts> fixedTexts(const Fixes &Chosen) {
    std::map<std::string, Replacements> Edits;
    // Each #include that fixes need is added once.
    std::map<std::pair<std::string, unsigned>, std::set<std::string>> Includes;
    std::vector<Edit> All;
    for (const Finding *F : Chosen)
      for (const Edit &E : F->Fix)
        if (addsInclude(E))
          Includes[{E.File, E.Offset}].insert(E.Text);
        else
          All.push_back(E);
    for (const auto &[At, Lines] : Includes)
      All.push_back({At.first, At.second, 0, join(Lines, "")});
    for (const Edit &E : All) {
      Replacement R(E.File, E.Offset, E.Length, E.Text);
      if (Error Overlap = Edits[E.File].add(R))
        return inContext("cannot fix " + E.File, std::move(Overlap));
    }
    Texts Made;
    for (const auto &[File, Here] : Edits) {
      Expected<std::string> Text =
          clang::tooling::applyAllReplacements(Files.get(File)->text(), Here);
      if (!Text)
        return inContext("cannot fix " + File, Text.takeError());
      Made[File] = std::move(*Text);
    }
    return Made;
  }

  /// Whether \p File is not what the checks saw.
  bool changed(const std::string &File) {
    auto [I, New] = Changed.try_emplace(File);
    if (!New)
      return I->second;
    sys::fs::file_status Status;
    const SourceText *Seen = Files.get(File);
    auto Now = MemoryBuffer::getFile(File, /*IsText=*/false);
    return I->second = !Seen || !Now || sys::fs::status(File, Status) ||
                       Status.getLastModificationTime() > Started ||
                       (*Now)->getBuffer() != Seen->text();
  }

  Error prepare(const std::string &File, const std::string &Text,
                std::vector<Pending> &Ready) {
    ErrorOr<sys::fs::perms> Mode = sys::fs::getPermissions(File);
    Expected<TemporaryFile> Temporary = TemporaryFile::create(
        File, Mode ? *Mode : sys::fs::all_read | sys::fs::all_write);
    if (!Temporary)
      return inContext("cannot write " + File, Temporary.takeError());
    raw_fd_ostream OS(Temporary->descriptor(), /*shouldClose=*/false);
    OS << Text;
    OS.flush();
    std::error_code EC = OS.error();
    OS.clear_error();
    if (!EC && Mode)
      EC = sys::fs::setPermissions(Temporary->descriptor(), *Mode);
    Ready.push_back({File, std::move(*Temporary)});
    return EC ? inContext("cannot write " + File, errorCodeToError(EC))
              : Error::success();
  }

  const Project &P;
  SourceFiles &Files;
  sys::TimePoint<> Started;
  CompileProbe Compile;
  MeetingFixes Tokens{Files};
  std::map<std::string, bool> Changed;
};

} // namespace

Expected<FixReport> applyFixes(std::vector<Finding> &Findings, const Project &P,
                               SourceFiles &Files, sys::TimePoint<> Started,
                               CompileProbe Compile) {
  FixReport Report;
  Fixer Fix(P, Files, Started, Compile);
  Fixes Chosen, Good;
  for (const Finding &F : Findings) {
    // Nobody of ours proved what a check of others offers.
    if (F.Fix.empty() || F.Sure != Certainty::Proved)
      continue;
    std::string Why = Fix.objection(F, Chosen);
    if (Why.empty())
      Chosen.push_back(&F);
    else
      Report.Skipped.push_back(Fixer::notFixed(F, Why));
  }
  // What is bad stands together, mostly.
  stable_sort(Chosen, [](const Finding *A, const Finding *B) {
    return A->At.File < B->At.File;
  });
  if (Error E = Fix.addCompiling(Good, Chosen, Report.Skipped))
    return std::move(E);
  Expected<std::vector<std::string>> Written = Fix.write(Good);
  if (!Written)
    return Written.takeError();
  Report.Files = std::move(*Written);
  std::vector<Finding> Left;
  const std::set<const Finding *> Done(Good.begin(), Good.end());
  for (Finding &F : Findings)
    (Done.count(&F) ? Report.Fixed : Left).push_back(std::move(F));
  Findings = std::move(Left);
  return Report;
}

} // namespace anomalloc::lint
