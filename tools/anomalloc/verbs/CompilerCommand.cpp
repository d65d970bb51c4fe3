//===- CompilerCommand.cpp - anomalloc c++, cc and fc ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Errors.h"
#include "cli/Command.h"
#include "compile/CompilerFlags.h"
#include "compile/FindClang.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

constexpr char Description[] =
    R"(Runs %s of an LLVM that the pass is installed for, with all arguments
unchanged, and adds the pass where something is compiled and the runtime where
something is linked. Queries (--version, -print-...) go through as they are. A
program keeps the allocator that it is linked with, static or shared.

Put it where a build system wants a compiler: CXX="anomalloc c++"
CC="anomalloc cc". Environment: ANOMALLOC_CLANG, ANOMALLOC_CLANGXX name the
clang to run, of any major that 'anomalloc config --llvm-majors' lists; so do
CC=clang-<major>, CXX=clang++-<major>. ANOMALLOC_RUNTIME=static links the static
runtime into the program. A program linked with -static gets the runtime too,
but there dark allocations cannot be seen. With --target= the runtime is the one
for that machine. ANOMALLOC_COMPILE_COMMANDS=DIR, an absolute path, lets clang
write into DIR how each file is compiled; 'anomalloc lint -p DIR' reads that
where a build makes no compile_commands.json.)";

/// The folder of ANOMALLOC_COMPILE_COMMANDS, made if need be, as clang may be
/// told it; "" if none is wanted.
Expected<std::string> folderOfFragments() {
  const char *Folder = getenv("ANOMALLOC_COMPILE_COMMANDS");
  if (!Folder || !*Folder)
    return "";
  // Builds change their folder on the way.
  if (!sys::path::is_absolute(Folder))
    return usageError("ANOMALLOC_COMPILE_COMMANDS is '" + Twine(Folder) +
                      "'; it must be an absolute path");
  if (std::error_code EC = sys::fs::create_directories(Folder))
    return inContext("ANOMALLOC_COMPILE_COMMANDS=" + Twine(Folder),
                     errorCodeToError(EC));
  if (!StringRef(Folder).contains('%'))
    return Folder;
  // Clang makes its file's name by sys::fs::createUniqueFile(), which puts
  // something else for each '%' of the path.
  const int Fd = open(Folder, O_RDONLY | O_DIRECTORY);
  if (Fd == -1)
    return inContext("ANOMALLOC_COMPILE_COMMANDS=" + Twine(Folder),
                     errorCodeToError(errnoAsErrorCode()));
  return "/proc/self/fd/" + std::to_string(Fd);
}

class CompilerCommand : public Command {
public:
  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    Layout L = findLayout();
    const char *Runtime = getenv("ANOMALLOC_RUNTIME");
    bool Static = Runtime && StringRef(Runtime) == "static";
    if (Runtime && *Runtime && !Static && StringRef(Runtime) != "shared")
      return usageError("ANOMALLOC_RUNTIME is '" + Twine(Runtime) +
                        "'; it can be 'shared' or 'static'");
    Expected<std::string> Fragments = folderOfFragments();
    if (!Fragments)
      return Fragments.takeError();
    FlagPlaces Flags = flagsFor(L, Arguments, Static, *Fragments, Which);
    if (!Flags.First.empty() && L.majorsWith(L.Plugin).empty())
      return makeError("the pass is not at " + L.Plugin +
                       ": Anomalloc is not installed completely; build it, or "
                       "run 'cmake --install'");
    if (!Flags.RuntimeDir.empty() && !sys::fs::is_directory(Flags.RuntimeDir))
      return makeError("there is no runtime for this target at " +
                       Flags.RuntimeDir +
                       ": build it as docs/aarch64.md says, or compile with "
                       "-c alone");
    std::vector<std::string> Line{compilerPath(L, Which)};
    append_range(Line, Flags.First);
    // Behind "--" there is nothing but files.
    size_t Options = find(Arguments, "--") - Arguments.begin();
    for (StringRef A : Arguments.take_front(Options))
      Line.push_back(A.str());
    append_range(Line, Flags.Last);
    for (StringRef A : Arguments.drop_front(Options))
      Line.push_back(A.str());
    std::vector<char *> Argv;
    for (std::string &A : Line)
      Argv.push_back(A.data());
    Argv.push_back(nullptr);
    execvp(Argv[0], Argv.data());
    return makeError("cannot run " + Line[0] + ": " + strerror(errno) +
                     "; install it, or name one with " + variableOf(Which));
  }

protected:
  explicit CompilerCommand(Compiler Which, StringRef Name = "")
      : Which(Which) {
    const char *At = strstr(Description, "%s");
    Text.assign(Description, At);
    Text += Name;
    Text += At + 2;
  }
  Compiler Which;
  std::string Text;
};

class CxxCommand : public CompilerCommand {
public:
  CxxCommand() : CompilerCommand(Compiler::ClangXX, "clang++") {}
  CommandInfo info() const override {
    CommandInfo I{"c++",
                  "compile and link C++ with Anomalloc's pass and runtime",
                  "ARGUMENTS...",
                  Text.c_str(),
                  "anomalloc c++ -O2 -g -o program program.cpp\n"
                  "CXX=\"anomalloc c++\" CC=\"anomalloc cc\" cmake -B build",
                  "exit code: that of clang",
                  /*PassesArguments=*/true};
    return I;
  }
};

class CcCommand : public CompilerCommand {
public:
  CcCommand() : CompilerCommand(Compiler::Clang, "clang") {}
  CommandInfo info() const override {
    CommandInfo I{"cc",
                  "compile and link C with Anomalloc's pass and runtime",
                  "ARGUMENTS...",
                  Text.c_str(),
                  "anomalloc cc -O2 -g -o program program.c\n"
                  "make CC=\"anomalloc cc\"",
                  "exit code: that of clang",
                  /*PassesArguments=*/true};
    return I;
  }
};

class FcCommand : public CompilerCommand {
public:
  FcCommand() : CompilerCommand(Compiler::Flang) {}
  CommandInfo info() const override {
    CommandInfo I{"fc",
                  "compile and link Fortran with Anomalloc's pass and runtime",
                  "ARGUMENTS...",
                  R"(Runs flang-new of an LLVM that the pass is installed for, with all arguments
unchanged, and adds the pass where something is compiled and the runtime where
something is linked. What gfortran builds needs none of it: 'anomalloc record'
finds its lines by debug information (-g).

Environment: ANOMALLOC_FLANG names the flang to run; so does
FC=flang-new-<major>. ANOMALLOC_RUNTIME as of 'anomalloc cc'.)",
                  "anomalloc fc -O2 -g -o program program.f90",
                  "exit code: that of flang",
                  /*PassesArguments=*/true};
    return I;
  }
};

RegisterCommand<CxxCommand> RegisterCxx;
RegisterCommand<CcCommand> RegisterCc;
RegisterCommand<FcCommand> RegisterFc;

} // namespace
} // namespace anomalloc
