//===- WrittenPrograms.cpp - the programs of a run ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/WrittenPrograms.h"
#include "Profile/ProfileReader.h"
#include "Profile/Totals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace anomalloc {

std::vector<WrittenProgram> programsOf(const WrittenProfiles &Written) {
  std::map<std::string, WrittenProgram> ByName;
  for (const auto *List : {&Written.Files, &Written.InChildFolder})
    for (const std::string &Path : *List) {
      Expected<std::unique_ptr<Profile>> P = readProfile(Path);
      if (!P) {
        consumeError(P.takeError());
        continue;
      }
      // All of one program, but where ranks' profiles were put together.
      std::set<StringRef> Names;
      for (const Process &One : (*P)->Processes) {
        std::optional<StringRef> Its = One.info("program");
        if (!Its)
          continue;
        WrittenProgram &Program = ByName[sys::path::filename(*Its).str()];
        if (Names.insert(sys::path::filename(*Its)).second) {
          Program.Files.push_back(Path);
          Program.Allocations = SaturatingAdd(
              Program.Allocations, computeTotals(**P).Heap.Allocations);
        }
        Program.HasSites |= One.Units != 0;
        if (auto Started = One.info("unrecorded").value_or("");
            !Started.empty())
          Program.Unrecorded.insert(Started.str());
      }
    }
  std::vector<WrittenProgram> Programs;
  for (auto &[Name, Program] : ByName) {
    Program.Name = Name;
    Programs.push_back(std::move(Program));
  }
  sort(Programs, [](const WrittenProgram &A, const WrittenProgram &B) {
    return std::tie(B.Allocations, A.Name) < std::tie(A.Allocations, B.Name);
  });
  return Programs;
}

const WrittenProgram &mainProgram(ArrayRef<WrittenProgram> Programs) {
  const auto *It =
      find_if(Programs, [](const WrittenProgram &One) { return One.HasSites; });
  return It == Programs.end() ? Programs.front() : *It;
}

} // namespace anomalloc
