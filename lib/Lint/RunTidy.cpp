//===- RunTidy.cpp - clang-tidy over many units ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/LostBytes.h"
#include "Lint/Tidy.h"
#include "clang/Tooling/DiagnosticsYaml.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>

using namespace llvm;
using clang::tooling::Diagnostic;

namespace anomalloc::lint {
namespace {

std::string shortened(StringRef Text) {
  constexpr size_t Most = 300;
  Text = Text.trim();
  return Text.size() <= Most ? Text.str() : Text.take_front(Most).str() + "...";
}

/// "" if \p Text could be read.
std::string parse(StringRef Text, std::vector<Diagnostic> &Diagnostics) {
  clang::tooling::TranslationUnitDiagnostics Document;
  std::string Problem;
  yaml::Input In(
      Text, nullptr,
      [](const SMDiagnostic &D, void *Out) {
        *static_cast<std::string *>(Out) = D.getMessage().str();
      },
      &Problem);
  In >> Document;
  Diagnostics = std::move(Document.Diagnostics);
  return In.error() ? "clang-tidy's answer cannot be read: " + Problem : "";
}

/// "a.cpp:3:10: 'x.h' file not found": the first error, as printed.
std::string firstError(StringRef Printed, StringRef Message) {
  SmallVector<StringRef, 32> Lines;
  Printed.split(Lines, '\n');
  for (StringRef Line : Lines)
    if (Line.contains(" error: ") && Line.contains(Message))
      return Line.split(" [clang-diagnostic").first.str();
  return Message.str();
}

/// Why the compiler refused the unit; "": it did not.
std::string compileError(ArrayRef<Diagnostic> Diagnostics, StringRef Printed) {
  const Diagnostic *First = nullptr;
  size_t Errors = 0;
  for (const Diagnostic &D : Diagnostics)
    if (D.DiagnosticName == "clang-diagnostic-error") {
      if (!First)
        First = &D;
      ++Errors;
    }
  if (!First)
    return "";
  std::string Why = firstError(Printed, First->Message.Message);
  if (Errors > 1)
    Why += " (and " + utostr(Errors - 1) +
           (Errors == 2 ? " more error)" : " more errors)");
  return Why;
}

UnitResult resultOf(const Unit &U, const ProcessResult &Process,
                    const std::string &Exported) {
  UnitResult Result;
  if (!U.Unread.empty())
    Result.Failure = U.Unread;
  else if (!Process.StartError.empty())
    Result.Failure = "clang-tidy: " + Process.StartError;
  else if (Process.Signal)
    Result.Failure = std::string("clang-tidy was ended by a signal: ") +
                     strsignal(Process.Signal);
  if (!Result.Failure.empty())
    return Result;
  // No file: nothing was found.
  if (auto Buffer = MemoryBuffer::getFile(Exported))
    Result.Failure = parse((*Buffer)->getBuffer(), Result.Diagnostics);
  Result.Unfixed = restoreLostBytes(Result.Diagnostics, Process.Out, U);
  if (Result.Failure.empty())
    Result.Failure = compileError(Result.Diagnostics, Process.Out);
  if (Result.Failure.empty() && Process.Code)
    Result.Failure = "clang-tidy failed: " +
                     shortened(Process.Err.empty() ? Process.Out : Process.Err);
  // Of half a program the checks know too little.
  if (!Result.Failure.empty())
    Result.Diagnostics.clear();
  return Result;
}

CommandLine commandFor(const Tidy &T, StringRef DatabaseFolder, const Unit &U,
                       const std::string &Export) {
  CommandLine Line = {
      T.Program, "--quiet", "--load=" + T.Module, "-p=" + DatabaseFolder.str(),
      "--checks=" + T.Checks, "--config=" + T.Config, "--header-filter=.*",
      // Our exit code is our own.
      "--warnings-as-errors=-*", "--export-fixes=" + Export,
      // A warning of the compiler is not our business, nor one
      // that clang does not know.
      "--extra-arg=-Wno-error", "--extra-arg=-Wno-unknown-warning-option"};
  for (const UnitCommand &C : U.Commands)
    for (StringRef Flag : C.Arguments)
      if (Flag.consume_front("-Werror="))
        Line.push_back(("--extra-arg=-Wno-error=" + Flag).str());
  if (!T.Overlay.empty())
    Line.push_back("--vfsoverlay=" + T.Overlay);
  Line.push_back(U.Name);
  return Line;
}

} // namespace

Expected<std::vector<UnitResult>>
runTidy(const Tidy &T, ArrayRef<const Unit *> Units, unsigned Jobs,
        const TemporaryFolder &Scratch,
        function_ref<void(size_t, const Unit &)> OnProgress) {
  auto Exported = [&](size_t I) { return Scratch.file(utostr(I) + ".yaml"); };
  std::string DatabaseFolder = Scratch.file("");
  if (Error E = writeDatabase(DatabaseFolder, Units))
    return std::move(E);
  std::vector<CommandLine> Commands;
  for (size_t I = 0; I != Units.size(); ++I)
    Commands.push_back(commandFor(T, DatabaseFolder, *Units[I], Exported(I)));
  std::vector<UnitResult> Results(Units.size());
  std::vector<bool> IsDone(Units.size());
  // They start in order: of those that run, the first has run the longest.
  size_t Done = 0, Longest = 0;
  if (!Units.empty())
    OnProgress(0, *Units.front());
  if (Error E = runProcesses(
          Commands, Jobs, Scratch, [&](size_t I, ProcessResult Process) {
            Results[I] = resultOf(*Units[I], Process, Exported(I));
            IsDone[I] = true;
            while (Longest != Units.size() && IsDone[Longest])
              ++Longest;
            if (++Done != Units.size())
              OnProgress(Done, *Units[Longest]);
          }))
    return std::move(E);
  return Results;
}

} // namespace anomalloc::lint
