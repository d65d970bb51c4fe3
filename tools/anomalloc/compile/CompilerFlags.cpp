//===- CompilerFlags.cpp - what a compiler is told ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compile/CompilerFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// How far a command line goes.
struct Stages {
  bool Compiles = true;      ///< Reads source at all, be it to preprocess it.
  bool Preprocesses = false; ///< -E, -M, -MM: nothing more.
  bool Links = true;
  bool Shared = false;        ///< -shared
  bool Static = false;        ///< -static, -static-pie
  bool HasLinesAlone = false; ///< -g1 and its other names
  StringRef Target;           ///< --target=; "": the compiler's own.
};

/// Options whose value is the next argument, if it is not their end.
bool takesNext(StringRef Argument) {
  static const StringSet<> Options = {
#define ANOMALLOC_VALUE_OPTION(Name) Name,
#include "cli/ValueOptions.def"
  };
  return Options.contains(Argument);
}

bool isQuery(StringRef Argument) {
  return Argument.starts_with("-print-") || Argument.starts_with("--print-") ||
         Argument == "--version" || Argument == "--help" ||
         Argument == "-help" || Argument == "-dumpversion" ||
         Argument == "-dumpmachine" || Argument == "--autocomplete";
}

bool isHeader(StringRef Path) {
  StringRef Extension = sys::path::extension(Path);
  return Extension == ".h" || Extension == ".hh" || Extension == ".hpp" ||
         Extension == ".hxx" || Extension == ".H";
}

/// What a stage that is no link ends with.
bool endsEarly(StringRef Option) {
  static const StringSet<> Options = {
      "-E",        "-M",           "-MM",         "-fsyntax-only", "--analyze",
      "-c",        "-S",           "--compile",   "--assemble",    "-r",
      "-emit-ast", "--precompile", "--preprocess"};
  return Options.contains(Option) || Option == "-fmodule-header" ||
         Option.starts_with("-fmodule-header=");
}

Stages stagesOf(ArrayRef<const char *> Arguments) {
  Stages S;
  bool Inputs = false, OnlyHeaders = true;
  StringRef Language = "none"; // Of the files that follow.
  auto AddInput = [&](StringRef Path) {
    Inputs = true;
    OnlyHeaders &= Language == "none" ? isHeader(Path)
                                      : Language.ends_with("-header") ||
                                            Language.contains("-header-");
  };
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef A = Arguments[I];
    if (A == "--") {
      for (const char *Path : Arguments.drop_front(I + 1))
        AddInput(Path);
      break;
    }
    if (isQuery(A))
      return {/*Compiles=*/false, /*Preprocesses=*/false, /*Links=*/false};
    if (takesNext(A)) {
      StringRef Value = ++I < Arguments.size() ? Arguments[I] : "";
      if (A == "-x" || A == "--language")
        Language = Value;
      else if (A == "-target")
        S.Target = Value;
      else if (A == "-Xlinker") // May be a file.
        Inputs = true, OnlyHeaders = false;
    } else if (endsEarly(A)) {
      S.Links = false;
      S.Preprocesses |=
          A == "-E" || A == "--preprocess" || A == "-M" || A == "-MM";
    } else if (A == "-shared" || A == "--shared") {
      S.Shared = true;
    } else if (A == "-static" || A == "--static" || A == "-static-pie") {
      S.Static = true;
    } else if (A == "-g1" || A == "-gline-tables-only" || A == "-gmlt") {
      S.HasLinesAlone = true;
    } else if (A == "-g" || A == "-g2" || A == "-g3" ||
               A.starts_with("-ggdb")) {
      S.HasLinesAlone = false;
    } else if (A.consume_front("--target=")) {
      S.Target = A;
    } else if (A.starts_with("-x")) {
      Language = A.drop_front(2);
    } else if (A.starts_with("--language=")) {
      Language = A.split('=').second;
    } else if (A.starts_with("-l") || A.starts_with("-Wl,")) {
      Inputs = true, OnlyHeaders = false;
    } else if (!A.starts_with("-") || A == "-") {
      AddInput(A);
    }
  }
  if (!Inputs) // as in 'c++ -v'
    return {/*Compiles=*/false, /*Preprocesses=*/false, /*Links=*/false};
  S.Links &= !OnlyHeaders;
  return S;
}

/// The same with the runtime for the machine of \p Target, which stands in a
/// folder of its own (cmake/AnomallocAArch64.cmake).
Layout layoutFor(Layout L, StringRef Target) {
  const Triple There(Target), Here(sys::getDefaultTargetTriple());
  if (Target.empty() || There.getArch() == Here.getArch())
    return L;
  const std::string Folder =
      ("/" + Triple::getArchTypeName(There.getArch())).str();
  for (std::string *Path : {&L.LinkDir, &L.StaticRuntime, &L.SitesRuntime})
    Path->insert(L.LibraryDir.size(), Folder);
  L.LibraryDir += Folder;
  return L;
}

} // namespace

std::vector<std::string> compileFlags(const Layout &L) {
  // -fplugin= makes the pass's options known to -mllvm.
  return {"-fplugin=" + L.Plugin, "-fpass-plugin=" + L.Plugin,
          "-idirafter" + L.IncludeDir};
}

FlagPlaces linkFlags(const Layout &L, RuntimeKind Kind, bool Ranks) {
  FlagPlaces Flags;
  if (Ranks)
    Flags.First = {"-Wl,--push-state,--no-as-needed", "-Xlinker",
                   L.RanksLibrary, "-Wl,--pop-state",
                   "-Wl,-rpath," + L.LibraryDir};
  if (Kind == RuntimeKind::Shared) {
    const std::string Runtime[] = {
        "-L" + L.LinkDir, "-Wl,--push-state,--no-as-needed", "-lanomalloc_rt",
        "-Wl,--pop-state", "-Wl,-rpath," + L.LibraryDir};
    Flags.First.insert(Flags.First.begin(), std::begin(Runtime),
                       std::end(Runtime));
    return Flags;
  }
  // -Xlinker: behind -x c++ a path alone would be a source file.
  Flags.Last = {"-Wl,--push-state,--whole-archive", "-Xlinker",
                Kind == RuntimeKind::Static ? L.StaticRuntime : L.SitesRuntime,
                "-Wl,--pop-state"};
  // Instrumented libraries that the program loads count into it.
  if (Kind == RuntimeKind::Static)
    append_range(Flags.Last,
                 ArrayRef<std::string>{"-Xlinker", "--dynamic-list", "-Xlinker",
                                       L.StaticExports});
  // The runtime's operator new stands before that of a C++ library inside the
  // program, and needs std::get_new_handler and std::__throw_bad_alloc of it,
  // if they are there: weak references, which -u would make strong ones. So the
  // linker is asked for neighbours of theirs, in libstdc++.a and libc++.a.
  if (Kind == RuntimeKind::Static)
    Flags.Last.push_back("-Wl,-u,_ZSt7nothrow,-u,_ZSt13get_terminatev,"
                         "-u,_ZSt20__throw_length_errorPKc");
  return Flags;
}

FlagPlaces flagsFor(const Layout &L, ArrayRef<StringRef> Arguments,
                    bool StaticRuntime, StringRef Fragments, Compiler For) {
  BumpPtrAllocator Arena;
  StringSaver Saver(Arena);
  SmallVector<const char *, 64> Expanded;
  for (StringRef A : Arguments)
    Expanded.push_back(Saver.save(A).data());
  cl::ExpandResponseFiles(Saver, cl::TokenizeGNUCommandLine, Expanded);

  Stages S = stagesOf(Expanded);
  FlagPlaces Flags;
  if (S.Compiles && For == Compiler::Flang) {
    // It knows none of the others.
    Flags.First.push_back("-fpass-plugin=" + L.Plugin);
  } else if (S.Compiles) {
    // Nothing may be compiled after all (objects only): no warning then.
    Flags.First.push_back("--start-no-unused-arguments");
    append_range(Flags.First, compileFlags(L));
    // Makers are known by linkage names, which clang leaves out otherwise.
    if (S.HasLinesAlone)
      Flags.First.push_back("-fdebug-info-for-profiling");
    if (!Fragments.empty() && !S.Preprocesses)
      append_range(Flags.First, ArrayRef<std::string>{"-gen-cdb-fragment-path",
                                                      Fragments.str()});
    Flags.First.push_back("--end-no-unused-arguments");
  }
  RuntimeKind Kind = S.Static        ? RuntimeKind::Sites
                     : StaticRuntime ? RuntimeKind::Static
                                     : RuntimeKind::Shared;
  // A library leaves a static runtime to the program that loads it, also if all
  // else is to be defined (-z defs, --no-undefined). ld, gold and lld know this
  // option; gold has no -z undefs.
  if (S.Links && S.Shared && Kind != RuntimeKind::Shared) {
    Flags.Last.push_back("-Wl,--unresolved-symbols=ignore-all");
  } else if (S.Links) {
    const Layout There = layoutFor(L, S.Target);
    FlagPlaces Link = linkFlags(There, Kind);
    Flags.RuntimeDir = There.LibraryDir;
    append_range(Flags.First, Link.First);
    append_range(Flags.Last, Link.Last);
  }
  return Flags;
}

} // namespace anomalloc
