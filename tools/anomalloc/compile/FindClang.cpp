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

StringRef environment(const char *Name) {
  const char *Value = getenv(Name);
  return Value ? Value : "";
}

/// "/usr/bin/clang++-22" -> 22; 0 for everything else, as "anomalloc c++" and
/// "g++-12".
unsigned majorInName(StringRef Compiler) {
  StringRef Name = sys::path::filename(Compiler);
  unsigned Major;
  if (!Name.consume_front("clang"))
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

std::string clangPath(const Layout &L, bool CPlusPlus) {
  StringRef Chosen =
      environment(CPlusPlus ? "ANOMALLOC_CLANGXX" : "ANOMALLOC_CLANG");
  if (!Chosen.empty())
    return Chosen.str();
  std::vector<unsigned> Majors = L.majorsWith(L.Plugin);
  StringRef Usual = environment(CPlusPlus ? "CXX" : "CC");
  if (is_contained(Majors, majorInName(Usual)))
    return Usual.str();
  std::string BuiltWith = CPlusPlus ? ANOMALLOC_CLANGXX : ANOMALLOC_CLANG;
  if (is_contained(Majors, unsigned(LLVM_VERSION_MAJOR)) &&
      sys::fs::can_execute(BuiltWith))
    return BuiltWith;
  for (unsigned Major : Majors)
    if (std::string Path = clangOf(Major, CPlusPlus ? "clang++" : "clang");
        !Path.empty())
      return Path;
  return BuiltWith;
}

} // namespace anomalloc
