//===- ConfigCommand.cpp - anomalloc config -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/Command.h"
#include "compile/CompilerFlags.h"
#include "compile/FindClang.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

using namespace llvm;

namespace anomalloc {
namespace {

/// What is to be linked.
struct Wanted {
  bool Static = false;
  bool Ranks = false;
};

/// One thing that a build file may ask for.
struct Fact {
  const char *Name;
  const char *Help;
  std::function<std::string(const Layout &, const Wanted &)> Get;
};

/// As pkg-config prints flags: make and eval take "\ " for a space in a path.
std::string line(const std::vector<std::string> &Flags) {
  std::string Line;
  for (const std::string &Flag : Flags) {
    Line += Line.empty() ? "" : " ";
    for (char C : Flag) {
      if (C == ' ')
        Line += '\\';
      Line += C;
    }
  }
  return Line;
}

RuntimeKind kindOf(const Wanted &W) {
  return W.Static ? RuntimeKind::Static : RuntimeKind::Shared;
}

const Fact Facts[] = {
    {"cflags", "flags for clang that load the pass",
     [](const Layout &L, const Wanted &) { return line(compileFlags(L)); }},
    {"cxxflags", "the same for clang++",
     [](const Layout &L, const Wanted &) { return line(compileFlags(L)); }},
    {"ldflags", "flags that link the runtime, before the objects",
     [](const Layout &L, const Wanted &W) {
       return line(linkFlags(L, kindOf(W), W.Ranks).First);
     }},
    {"libs", "flags that link the runtime, behind all libraries",
     [](const Layout &L, const Wanted &W) {
       return line(linkFlags(L, kindOf(W), W.Ranks).Last);
     }},
    {"cc", "the clang that 'anomalloc cc' runs",
     [](const Layout &L, const Wanted &) {
       return compilerPath(L, Compiler::Clang);
     }},
    {"cxx", "the clang++ that 'anomalloc c++' runs",
     [](const Layout &L, const Wanted &) {
       return compilerPath(L, Compiler::ClangXX);
     }},
    {"plugin", "path of the pass",
     [](const Layout &L, const Wanted &) { return L.Plugin; }},
    {"runtime", "path of the runtime",
     [](const Layout &L, const Wanted &W) {
       return W.Static ? L.StaticRuntime : L.SharedRuntime;
     }},
    {"ccache-extrafiles",
     "value for CCACHE_EXTRAFILES, so that ccache sees a new pass or clang",
     [](const Layout &L, const Wanted &) {
       std::string Files = compilerPath(L, Compiler::ClangXX);
       for (unsigned Major : L.majorsWith(L.Plugin))
         Files += sys::EnvPathSeparator + L.LibraryDir + "/llvm-" +
                  std::to_string(Major) + "/" +
                  sys::path::filename(L.Plugin).str();
       return Files;
     }},
    {"includedir", "folder of anomalloc/anomalloc.h",
     [](const Layout &L, const Wanted &) { return L.IncludeDir; }},
    {"cmake-dir", "folder for find_package(Anomalloc)",
     [](const Layout &L, const Wanted &) { return L.CMakeDir; }},
    {"version", "version of Anomalloc",
     [](const Layout &, const Wanted &) {
       return std::string(ANOMALLOC_VERSION);
     }},
    {"llvm-majors", "majors of LLVM that the pass is installed for",
     [](const Layout &L, const Wanted &) {
       return join(map_range(L.majorsWith(L.Plugin),
                             [](unsigned M) { return std::to_string(M); }),
                   " ");
     }},
};

class ConfigCommand : public Command {
public:
  CommandInfo info() const override {
    return {"config", "print flags and paths for build files", "",
            "Prints one line for each thing that is asked for, in the order of "
            "the options below; without any, everything."
            "\n\n"
            "A program is linked with both --ldflags and --libs, each in its "
            "place: so it keeps the allocator that it would have without "
            "Anomalloc, be it static or shared.",
            "clang++ $(anomalloc config --cxxflags) -c a.cpp\n"
            "clang++ $(anomalloc config --ldflags) a.o -o program "
            "-ljemalloc $(anomalloc config --libs)\n"
            "mpif90 $(anomalloc config --ldflags --mpi) a.f90 -o program\n"
            "./configure LDFLAGS=\"$(anomalloc config --ldflags --static)\" "
            "LIBS=\"$(anomalloc config --libs --static)\"\n"
            "CCACHE_EXTRAFILES=$(anomalloc config --ccache-extrafiles) "
            "ccache anomalloc c++ -c a.cpp"};
  }

  void addOptions(OptionSet &Options) override {
    for (auto [I, F] : enumerate(Facts))
      Options.custom(F.Name, "", F.Help, [this, I = I](StringRef) {
        Asked[I] = true;
        return Error::success();
      });
    Options.flag("static", "the static runtime instead of the shared one",
                 Link.Static);
    Options.flag("mpi",
                 "also the library that puts the profiles of the ranks of an "
                 "MPI program together (--ldflags)",
                 Link.Ranks);
    Options.flag("json", "print an object, key by option", Json);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    if (!Arguments.empty())
      return usageError("config takes no argument '" + Arguments[0] + "'");
    Layout L = findLayout();
    bool All = find(Asked, true) == std::end(Asked);
    json::Object Object;
    for (auto [I, F] : enumerate(Facts)) {
      if (!All && !Asked[I])
        continue;
      std::string Value = F.Get(L, Link);
      if (Json)
        Object[F.Name] = Value;
      else
        outs() << (All ? std::string(F.Name) + ": " : "") << Value << '\n';
    }
    if (Json)
      outs() << formatv("{0:2}\n", json::Value(std::move(Object)));
    return ExitSuccess;
  }

private:
  bool Asked[std::size(Facts)] = {};
  Wanted Link;
  bool Json = false;
};

RegisterCommand<ConfigCommand> RegisterConfig;

} // namespace
} // namespace anomalloc
