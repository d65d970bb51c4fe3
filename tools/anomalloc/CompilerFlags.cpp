//===- CompilerFlags.cpp - what a compiler is told ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// How far a command line goes.
struct Stages {
  bool Compiles = true; ///< Reads source at all, be it to preprocess it.
  bool Links = true;
  bool Shared = false; ///< -shared
  bool Static = false; ///< -static, -static-pie
};

/// Options whose value is the next argument.
bool takesNext(StringRef Argument) {
  static const char *const Options[] = {"-o",
                                        "-x",
                                        "-I",
                                        "-L",
                                        "-D",
                                        "-U",
                                        "-MF",
                                        "-MT",
                                        "-MQ",
                                        "-include",
                                        "-isystem",
                                        "-idirafter",
                                        "-iquote",
                                        "-imacros",
                                        "-isysroot",
                                        "-target",
                                        "-Xclang",
                                        "-Xlinker",
                                        "-Xpreprocessor",
                                        "-mllvm",
                                        "-T",
                                        "-u",
                                        "-z",
                                        "-arch",
                                        "--param",
                                        "-include-pch",
                                        "-framework",
                                        "-Xassembler"};
  return is_contained(Options, Argument);
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

Stages stagesOf(ArrayRef<const char *> Arguments) {
  Stages S;
  bool Inputs = false, OnlyHeaders = true;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef A = Arguments[I];
    if (isQuery(A))
      return {false, false, false, false};
    if (A == "-E" || A == "-M" || A == "-MM" || A == "-fsyntax-only" ||
        A == "--analyze" || A == "--preprocess")
      S.Links = false;
    else if (A == "-c" || A == "-S" || A == "--compile" || A == "--assemble" ||
             A == "--precompile" || A == "-emit-ast" || A == "-r" ||
             A.ends_with("-header"))
      S.Links = false;
    else if (A == "-shared" || A == "--shared")
      S.Shared = true;
    else if (A == "-static" || A == "--static" || A == "-static-pie")
      S.Static = true;
    if (A == "-x" && I + 1 < Arguments.size() &&
        StringRef(Arguments[I + 1]).ends_with("-header"))
      S.Links = false;
    if (takesNext(A))
      ++I;
    else if (A.starts_with("-l"))
      Inputs = true, OnlyHeaders = false;
    else if (!A.starts_with("-") || A == "-") {
      Inputs = true;
      OnlyHeaders &= isHeader(A);
    }
  }
  if (!Inputs) // as in 'c++ -v'
    return {false, false, false, false};
  S.Links &= !OnlyHeaders;
  return S;
}

} // namespace

std::vector<std::string> compileFlags(const Layout &L) {
  // -fplugin= makes the pass's options known to -mllvm.
  return {"-fplugin=" + L.Plugin, "-fpass-plugin=" + L.Plugin,
          "-idirafter" + L.IncludeDir};
}

FlagPlaces linkFlags(const Layout &L, RuntimeKind Kind) {
  FlagPlaces Flags;
  if (Kind == RuntimeKind::Shared) {
    Flags.First = {"-L" + L.LinkDir, "-Wl,--push-state,--no-as-needed",
                   "-lanomalloc_rt", "-Wl,--pop-state",
                   "-Wl,-rpath," + L.LibraryDir};
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
                    bool StaticRuntime) {
  BumpPtrAllocator Arena;
  StringSaver Saver(Arena);
  SmallVector<const char *, 64> Expanded;
  for (StringRef A : Arguments)
    Expanded.push_back(Saver.save(A).data());
  cl::ExpandResponseFiles(Saver, cl::TokenizeGNUCommandLine, Expanded);

  Stages S = stagesOf(Expanded);
  FlagPlaces Flags;
  if (S.Compiles) {
    // Nothing may be compiled after all (objects only): no warning then.
    Flags.First.push_back("--start-no-unused-arguments");
    append_range(Flags.First, compileFlags(L));
    Flags.First.push_back("--end-no-unused-arguments");
  }
  RuntimeKind Kind = S.Static        ? RuntimeKind::Sites
                     : StaticRuntime ? RuntimeKind::Static
                                     : RuntimeKind::Shared;
  // A library leaves a static runtime to the program that loads it.
  if (S.Links && !(S.Shared && Kind != RuntimeKind::Shared)) {
    FlagPlaces Link = linkFlags(L, Kind);
    append_range(Flags.First, Link.First);
    append_range(Flags.Last, Link.Last);
  }
  return Flags;
}

} // namespace anomalloc
