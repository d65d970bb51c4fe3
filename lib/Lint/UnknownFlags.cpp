//===- UnknownFlags.cpp - flags that only another compiler knows ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/UnknownFlags.h"
#include "Lint/Compat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using clang::DiagnosticsEngine;

namespace anomalloc::lint {
namespace {

using Words = std::vector<std::string>;

/// Keeps what each error speaks of: the words that stand in its text.
class Complaints : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &D) override {
    if (Level < DiagnosticsEngine::Error)
      return;
    Words &Of = All.emplace_back();
    for (unsigned I = 0; I != D.getNumArgs(); ++I)
      if (D.getArgKind(I) == DiagnosticsEngine::ak_std_string)
        Of.push_back(D.getArgStdStr(I));
      else if (D.getArgKind(I) == DiagnosticsEngine::ak_c_string)
        Of.push_back(D.getArgCStr(I));
  }
  std::vector<Words> All;
};

/// What clang has against \p Command, without reading the source.
std::vector<Words> complaintsAbout(const Words &Command, StringRef Directory) {
  Complaints Found;
  compat::Diagnostics Engine(Found);
  clang::CreateInvocationOptions How;
  How.Diags = Engine.get();
  How.VFS = IntrusiveRefCntPtr<vfs::FileSystem>(
      vfs::createPhysicalFileSystem().release());
  How.VFS->setCurrentWorkingDirectory(Directory);
  How.RecoverOnError = true;
  std::vector<const char *> Arguments;
  for (const std::string &Word : Command)
    Arguments.push_back(Word.c_str());
  auto Invocation = clang::createInvocation(Arguments, How);
  if (Invocation) {
    // An unknown processor shows only now.
    compat::makeTarget(*Engine.get(), *Invocation);
  }
  return std::move(Found.All);
}

/// How surely \p Flag is what an error with the words \p Of is about; 0: no.
unsigned isAbout(StringRef Flag, const Words &Of) {
  if (Of.empty() || Of[0].empty() || !Flag.starts_with("-") || Flag == "-")
    return 0;
  StringRef First = Of[0];
  if (Flag == First) // unknown argument: '-fanalyzer'
    return 3;
  if (!First.starts_with("-")) // unknown target CPU 'x'
    return Flag.starts_with("-m") && Flag.ends_with(("=" + First).str()) ? 3
                                                                         : 0;
  if (!Flag.consume_front(First))
    return 0;
  // unsupported argument 'x' to option '-fsanitize='
  if (Of.size() > 1 && !Of[1].empty() && Flag.contains(Of[1]))
    return 2;
  // unsupported option '-mabi=' for target 'x86_64-pc-linux-gnu'
  return First.ends_with("=");
}

/// The flag of \p Command that an error is about; "": of none.
std::string flagOf(const Words &Of, const Words &Command) {
  std::string Best;
  unsigned Most = 0;
  for (const std::string &Word : Command)
    if (unsigned Sure = isAbout(Word, Of); Sure > Most) {
      Most = Sure;
      Best = Word;
    }
  return Best;
}

/// Flags of GCC whose value is the next argument. clang knows of neither.
constexpr llvm::StringLiteral TakeNext[] = {"-aux-info", "-dumpbase",
                                            "-dumpbase-ext", "-dumpdir"};

/// Takes \p Flag, with its value, wherever it stands.
bool take(Words &Command, StringRef Flag) {
  bool Any = false;
  for (size_t At = 1; At < Command.size() && Command[At] != "--";)
    if (Command[At] == Flag) {
      size_t Number = is_contained(TakeNext, Flag) && At + 1 < Command.size();
      Command.erase(Command.begin() + At, Command.begin() + At + 1 + Number);
      Any = true;
    } else {
      ++At;
    }
  return Any;
}

/// Asks until clang is content, or complains about what is no flag.
Words flagsToTake(Words Command, StringRef Directory) {
  Words Taken;
  for (bool Any = true; Any;) {
    Any = false;
    for (const Words &Of : complaintsAbout(Command, Directory)) {
      std::string Name = flagOf(Of, Command);
      if (!take(Command, Name))
        continue;
      Taken.push_back(Name);
      Any = true;
    }
  }
  return Taken;
}

/// \p Command without the places and macros that differ from file to file.
Words flagsOf(const Words &Command, StringRef File) {
  constexpr llvm::StringLiteral Joined[] = {
      "-I",       "-D", "-U",  "-isystem", "-iquote", "-idirafter",
      "-include", "-o", "-MF", "-MT",      "-MQ"};
  Words Flags;
  for (size_t At = 0; At < Command.size(); ++At) {
    StringRef Word = Command[At];
    if (is_contained(Joined, Word)) {
      ++At; // its value
      continue;
    }
    if (any_of(Joined, [&](StringRef P) { return Word.starts_with(P); }) &&
        !Word.starts_with("-include-pch"))
      continue;
    if (!Word.starts_with("-") &&
        sys::path::filename(Word) == sys::path::filename(File))
      Word = sys::path::extension(Word); // tells the language
    Flags.push_back(Word.str());
  }
  return Flags;
}

} // namespace

Words UnknownFlags::takeFrom(Words &Command, StringRef File,
                             StringRef Directory) {
  std::lock_guard Guard(Lock);
  auto [I, New] = Known.try_emplace(flagsOf(Command, File));
  if (New)
    I->second = flagsToTake(Command, Directory);
  for (const std::string &Flag : I->second)
    take(Command, Flag);
  return I->second;
}

} // namespace anomalloc::lint
