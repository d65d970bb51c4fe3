//===- Fix.cpp - apply the fixes of findings ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Fix.h"
#include "Profile/Errors.h"
#include "Support/TemporaryFile.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using clang::tooling::Replacement;
using clang::tooling::Replacements;

namespace anomalloc::lint {
namespace {

class Fixer {
public:
  Fixer(const Project &P, SourceFiles &Files, sys::TimePoint<> Started)
      : P(P), Files(Files), Started(Started) {}

  /// "" if the fix of \p F is taken, else why it is not.
  std::string take(const Finding &F) {
    std::map<std::string, Replacements> Trial;
    for (const Edit &E : F.Fix) {
      if (!P.owns(E.File))
        return displayed(E.File) + " is not of this project";
      if (changed(E.File))
        return displayed(E.File) + " has changed meanwhile";
      auto [I, New] = Trial.try_emplace(E.File);
      if (New)
        I->second = Taken[E.File];
      Replacement R(E.File, E.Offset, E.Length, E.Text);
      // The same line that two fixes need, as an #include, is added once.
      if (E.Length == 0 && StringRef(E.Text).contains("#include") &&
          is_contained(I->second, R))
        continue;
      if (Error Overlap = I->second.add(R)) {
        consumeError(std::move(Overlap));
        return "it overlaps with another fix; run again";
      }
    }
    for (auto &[File, Edits] : Trial)
      Taken[File] = std::move(Edits);
    return "";
  }

  /// Writes all files; returns their names.
  Expected<std::vector<std::string>> write() {
    std::vector<Pending> Ready;
    for (const auto &[File, Edits] : Taken)
      if (!Edits.empty())
        if (Error E = prepare(File, Edits, Ready))
          return std::move(E);
    std::vector<std::string> Names;
    while (!Ready.empty()) {
      Pending Next = std::move(Ready.back());
      Ready.pop_back();
      if (Error E = Next.Temporary.keepAs(Next.File))
        return inContext("cannot write " + Next.File, std::move(E));
      Names.push_back(Next.File);
    }
    sort(Names);
    return Names;
  }

private:
  struct Pending {
    std::string File;
    TemporaryFile Temporary;
  };

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

  Error prepare(const std::string &File, const Replacements &Edits,
                std::vector<Pending> &Ready) {
    Expected<std::string> Text =
        clang::tooling::applyAllReplacements(Files.get(File)->text(), Edits);
    if (!Text)
      return inContext("cannot fix " + File, Text.takeError());
    ErrorOr<sys::fs::perms> Mode = sys::fs::getPermissions(File);
    Expected<TemporaryFile> Temporary = TemporaryFile::create(
        File, Mode ? *Mode : sys::fs::all_read | sys::fs::all_write);
    if (!Temporary)
      return inContext("cannot write " + File, Temporary.takeError());
    raw_fd_ostream OS(Temporary->descriptor(), /*shouldClose=*/false);
    OS << *Text;
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
  std::map<std::string, Replacements> Taken;
  std::map<std::string, bool> Changed;
};

} // namespace

Expected<FixReport> applyFixes(std::vector<Finding> &Findings, const Project &P,
                               SourceFiles &Files, sys::TimePoint<> Started) {
  FixReport Report;
  Fixer Fix(P, Files, Started);
  std::vector<Finding> Left;
  for (Finding &F : Findings) {
    // What a check of others is sure of nobody says.
    const bool Wanted = !F.Fix.empty() &&
                        F.Sure.value_or(Certainty::Proved) == Certainty::Proved;
    std::string Why = Wanted ? Fix.take(F) : "a choice for a person";
    if (!Why.empty() && Wanted)
      Report.Skipped.push_back(displayed(F.At.File) + ":" + utostr(F.At.Line) +
                               ": not fixed: " + Why);
    (Why.empty() ? Report.Fixed : Left).push_back(std::move(F));
  }
  Expected<std::vector<std::string>> Written = Fix.write();
  if (!Written)
    return Written.takeError();
  Report.Files = std::move(*Written);
  Findings = std::move(Left);
  return Report;
}

} // namespace anomalloc::lint
