//===- CompilerWrappers.cpp - what stands before a compiler ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/CompilerWrappers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace anomalloc::lint {
namespace {

using Arguments = std::vector<std::string>;

/// A program that runs the command behind its own options.
struct Launcher {
  llvm::StringLiteral Name;
  /// Its options whose value is the next argument, separated by spaces.
  llvm::StringLiteral TakeNext;
};

constexpr Launcher Launchers[] = {
    {"buildcache", ""}, {"ccache", ""},
    {"distcc", ""},     {"env", "-u --unset -C --chdir"},
    {"gomacc", ""},     {"icecc", ""},
    {"nice", "-n"},     {"sccache", ""},
    {"time", "-f -o"},
};

/// "NAME=value", as the shell, env and ccache take it.
bool isAssignment(StringRef Word) {
  StringRef Name = Word.take_until([](char C) { return C == '='; });
  return Name.size() < Word.size() && !Name.empty() && !isDigit(Name[0]) &&
         all_of(Name, [](char C) { return isAlnum(C) || C == '_'; });
}

/// The number of words at the front of \p Command that only prepare a run; 0 if
/// it begins with what is run.
size_t wordsOfLauncher(ArrayRef<std::string> Command) {
  if (isAssignment(Command[0]) || Command[0] == "--") // of 'cmake -E env'
    return 1;
  StringRef Name = sys::path::filename(Command[0]);
  size_t At = 1;
  if (Name == "cmake" && Command.size() > 2 && Command[1] == "-E" &&
      Command[2] == "env") {
    Name = "env";
    At = 3;
  }
  auto *Known =
      find_if(Launchers, [Name](const Launcher &L) { return L.Name == Name; });
  if (Known == std::end(Launchers))
    return 0;
  SmallVector<StringRef, 4> TakeNext;
  Known->TakeNext.split(TakeNext, ' ', -1, /*KeepEmpty=*/false);
  while (At < Command.size() && StringRef(Command[At]).starts_with("-"))
    At += is_contained(TakeNext, Command[At]) ? 2 : 1;
  // By itself it is what is run.
  return At < Command.size() ? At : 0;
}

/// Also through a link of another name.
bool isAnomalloc(StringRef Program, StringRef Directory) {
  auto IsNamedSo = [](StringRef Path) {
    StringRef Name = sys::path::filename(Path);
    // Several majors may be installed side by side: anomalloc-22.
    return Name.consume_front("anomalloc") &&
           (Name.empty() || (Name.consume_front("-") &&
                             all_of(Name, [](char C) { return isDigit(C); })));
  };
  if (IsNamedSo(Program))
    return true;
  SmallString<256> Path(Program), Real;
  if (!Program.contains('/')) {
    ErrorOr<std::string> Found = sys::findProgramByName(Program);
    if (!Found)
      return false;
    Path = *Found;
  } else if (sys::path::is_relative(Path)) {
    Path = Directory;
    sys::path::append(Path, Program);
  }
  return !sys::fs::real_path(Path, Real) && IsNamedSo(Real);
}

void takeWrapperOff(Arguments &Command, StringRef Directory,
                    const WrappedCompiler &Compiler) {
  bool CPlusPlus = Command.size() > 1 && Command[1] == "c++";
  bool HasVerb = CPlusPlus || (Command.size() > 1 && Command[1] == "cc");
  StringRef Name = sys::path::filename(Command[0]);
  // Where a command is made from that of another file, clang takes the verb for
  // one of its inputs and drops it; the language is told by -x then.
  if (!HasVerb && !Name.starts_with("anomalloc"))
    return;
  if (!isAnomalloc(Command[0], Directory))
    return;
  SmallString<256> Program(Compiler.Programs);
  sys::path::append(Program, CPlusPlus ? "clang++" : "clang");
  Command[0] = Program.str().str();
  if (HasVerb)
    Command.erase(Command.begin() + 1);
  // As tools/anomalloc/compile/CompilerFlags.cpp gives it to clang.
  if (!Compiler.IncludeDir.empty())
    Command.insert(Command.begin() + 1, "-idirafter" + Compiler.IncludeDir);
}

/// The number of words of \p Command from \p At on that load a plugin or go to
/// LLVM; 0: none.
size_t wordsThatInstrument(ArrayRef<std::string> Command, size_t At) {
  StringRef Word = Command[At];
  if (Word == "-Xclang" && At + 1 < Command.size()) {
    StringRef Passed = Command[At + 1];
    if (Passed == "-mllvm" || Passed == "-load")
      return std::min<size_t>(4, Command.size() - At); // -Xclang VALUE as well
    return Passed.starts_with("-fplugin") || Passed.starts_with("-fpass-plugin")
               ? 2
               : 0;
  }
  if (Word == "-mllvm")
    return std::min<size_t>(2, Command.size() - At);
  return Word.starts_with("-fplugin=") || Word.starts_with("-fplugin-arg-") ||
         Word.starts_with("-fpass-plugin=") || Word.starts_with("-mllvm=");
}

} // namespace

void unwrapCompiler(Arguments &Command, StringRef Directory,
                    const WrappedCompiler &Compiler) {
  while (!Command.empty()) {
    size_t Words = wordsOfLauncher(Command);
    if (!Words)
      break;
    Command.erase(Command.begin(), Command.begin() + Words);
  }
  if (Command.empty())
    return;
  takeWrapperOff(Command, Directory, Compiler);
  for (size_t At = 1; At < Command.size() && Command[At] != "--";)
    if (size_t Words = wordsThatInstrument(Command, At))
      Command.erase(Command.begin() + At, Command.begin() + At + Words);
    else
      ++At;
}

} // namespace anomalloc::lint
