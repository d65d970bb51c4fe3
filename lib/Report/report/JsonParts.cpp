//===- JsonParts.cpp - pieces of the JSON documents -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/JsonParts.h"
#include "Profile/JobFacts.h"

namespace anomalloc {

void describe(Keys<Amount> &K) {
  K.name("amount");
  K.add("allocations", &Amount::Allocations);
  K.add("bytes", "as requested", &Amount::Bytes);
}

void describe(Keys<BlockAmount> &K) {
  K.name("blocks");
  K.add("blocks", [](const BlockAmount &A) { return A.Its.Allocations; });
  K.add("bytes", [](const BlockAmount &A) { return A.Its.Bytes; });
}

void describe(Keys<Frame> &K) {
  K.name("frame");
  K.add("function", "demangled; empty if unknown",
        [](const Frame &F) { return fullFunctionName(F.Function); });
  K.add("linkage_name", &Frame::Function);
  K.add("file", &Frame::File);
  K.add("line", "0: unknown", &Frame::Line);
  K.add("column", &Frame::Column);
}

void describe(Keys<SizeShare> &K) {
  K.name("size_share");
  K.add("size", "bytes, exactly as requested", &SizeShare::Size);
  K.add("allocations", &SizeShare::Allocations);
}

void describe(Keys<SectionSum> &K) {
  K.name("section_sum");
  K.add("section", "empty: outside of every section", &SectionSum::Section);
  K.include([](const SectionSum &S) { return S.Sum; });
}

void describe(Keys<CalledFunction> &K) {
  K.add(
      "callee", "the function that is called, demangled, without parameters",
      [](const CalledFunction &F) { return plainFunctionName(F.LinkageName); });
  K.add("callee_linkage_name", &CalledFunction::LinkageName);
}

void describe(Keys<ThroughPointer> &K) {
  K.name("through_pointer",
         "if a pointer leads to the callee and its name was read in the "
         "source: that of a virtual function, or of a variable or member");
  K.add("name", &ThroughPointer::Name);
  K.add("virtual", &ThroughPointer::IsVirtual);
}

namespace {

struct DarkPlace {
  const DarkOrigin &Its;
};
void describe(Keys<DarkPlace> &K) {
  K.name("dark_place", "code that no site is in");
  K.add("library", [](const DarkPlace &P) { return P.Its.Library; });
  K.add("offset", "return address less load bias",
        [](const DarkPlace &P) { return P.Its.Offset; });
  K.add("function",
        [](const DarkPlace &P) { return fullFunctionName(P.Its.Function); });
}

} // namespace

void describe(Keys<ProgramFacts> &K) {
  for (const char *Key : {"program", "command", "host", "pid"})
    K.add(Key, [Key](const ProgramFacts &P) -> IfThere<llvm::StringRef> {
      return P.Its.info(Key);
    });
  K.add("rank", "of MPI",
        [](const ProgramFacts &P) -> IfThere<llvm::StringRef> {
          return P.Its.info("rank");
        });
  for (const JobFact &Fact : JobFacts)
    K.add(Fact.Key, Fact.Help,
          [&Fact](const ProgramFacts &P) -> IfThere<llvm::StringRef> {
            return P.Its.info(Fact.Key);
          });
}

void describe(Keys<Origin> &K) {
  K.add("site", [](const Origin &O) -> IfThere<SiteId> {
    if (!O.Site)
      return {};
    return SiteId{O.Model.site(*O.Site).Id};
  });
  K.add("place", "the first user frame of the site",
        [](const Origin &O) -> IfThere<Frame> {
          if (!O.Site)
            return {};
          return O.Model.site(*O.Site).userFrame();
        });
  K.add("dark", [](const Origin &O) -> IfThere<DarkPlace> {
    if (!O.Dark)
      return {};
    return DarkPlace{O.Model.dark(*O.Dark)};
  });
}

} // namespace anomalloc
