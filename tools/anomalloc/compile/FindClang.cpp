//===- FindClang.cpp - the compiler that the pass goes with ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compile/FindClang.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdlib>

using namespace llvm;

namespace anomalloc {
namespace {

struct CompilerNames {
  StringLiteral Own, Usual; ///< Variables of the environment.
  StringLiteral Program;
  StringLiteral BuiltWith; ///< Where the build found it; "": it did not look.
};
const CompilerNames &namesOf(Compiler Which) {
  static constexpr CompilerNames Names[] = {
      {"ANOMALLOC_CLANG", "CC", "clang", ANOMALLOC_CLANG},
      {"ANOMALLOC_CLANGXX", "CXX", "clang++", ANOMALLOC_CLANGXX},
      {"ANOMALLOC_FLANG", "FC", "flang-new", ""}};
  return Names[size_t(Which)];
}

StringRef environment(const char *Name) {
  const char *Value = getenv(Name);
  return Value ? Value : "";
}

/// "/usr/bin/clang++-22" -> 22; 0 for everything else, as "anomalloc c++" and
/// "g++-12".
unsigned majorInName(StringRef Compiler) {
  StringRef Name = sys::path::filename(Compiler);
  unsigned Major;
  if (!Name.consume_front("clang") && !Name.consume_front("flang-new"))
    return 0;
  Name.consume_front("++");
  return !Name.consume_front("-") || Name.getAsInteger(10, Major) ? 0 : Major;
}

/// As Debian calls it: in PATH with the major in its name, or in a folder of
/// LLVM's own. "" if it is not there.
std::string clangOf(unsigned Major, StringRef Name) {
  std::string Number = std::to_string(Major);
  if (ErrorOr<std::string> Path =
          sys::findProgramByName((Name + "-" + Number).str()))
    return *Path;
  std::string Own = ("/usr/lib/llvm-" + Number + "/bin/" + Name).str();
  return sys::fs::can_execute(Own) ? Own : "";
}

} // namespace

StringRef variableOf(Compiler Which) { return namesOf(Which).Own; }

std::string compilerPath(const Layout &L, Compiler Which) {
  const CompilerNames &Names = namesOf(Which);
  StringRef Chosen = environment(Names.Own.data());
  if (!Chosen.empty())
    return Chosen.str();
  std::vector<unsigned> Majors = L.majorsWith(L.Plugin);
  StringRef Usual = environment(Names.Usual.data());
  if (is_contained(Majors, majorInName(Usual)))
    return Usual.str();
  if (is_contained(Majors, unsigned(LLVM_VERSION_MAJOR)) &&
      sys::fs::can_execute(Names.BuiltWith))
    return Names.BuiltWith.str();
  for (unsigned Major : Majors)
    if (std::string Path = clangOf(Major, Names.Program); !Path.empty())
      return Path;
  return Names.BuiltWith.empty() ? Names.Program.str() : Names.BuiltWith.str();
}

} // namespace anomalloc
