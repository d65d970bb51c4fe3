//===- ProgramsApart.cpp - programs that did not run together -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "inputs/ProgramsApart.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace anomalloc {

std::vector<std::string> programsApart(const Profile &P,
                                       ArrayRef<StringRef> Folders) {
  auto NameOf = [](const Process &One, const char *Id) {
    return ("process " + One.info(Id).value_or("") + " " +
            One.info("host").value_or(""))
        .str();
  };
  std::set<std::string> Processes;
  for (const Process &One : P.Processes)
    Processes.insert(NameOf(One, "pid"));
  // Processes that share a tie belong together. Classes of LLVM 22 are not of
  // strings.
  std::set<std::string> Names;
  auto Known = [&](std::string Name) {
    return &*Names.insert(std::move(Name)).first;
  };
  EquivalenceClasses<const std::string *> Ties;
  std::set<std::string> Programs;
  for (const Process &One : P.Processes) {
    const std::string Program = One.info("program").value_or("").str();
    if (Program.empty())
      continue;
    Programs.insert(Program);
    const std::string *Its = Known("program " + Program);
    Ties.insert(Its);
    auto Tie = [&](const Twine &To) { Ties.unionSets(Its, Known(To.str())); };
    if (One.info("pid"))
      Tie(NameOf(One, "pid"));
    // The shell that several runs were started by has no profile.
    if (Processes.count(NameOf(One, "parent")))
      Tie(NameOf(One, "parent"));
    StringRef Folder = sys::path::parent_path(One.File);
    if (is_contained(Folders, Folder))
      Tie("folder " + Folder);
    // x.anomalloc and x.children/
    StringRef Run = Folder;
    if (!Run.consume_back(".children")) {
      Run = One.File;
      Run.consume_back(".anomalloc");
    }
    Tie("run " + Run);
  }
  if (Ties.getNumClasses() < 2)
    return {};
  return {Programs.begin(), Programs.end()};
}

} // namespace anomalloc
