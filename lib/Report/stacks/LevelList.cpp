//===- LevelList.cpp - functions and lines of addresses -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/stacks/LevelList.h"
#include "Document/Document.h"
#include "Report/report/JsonParts.h"
#include "Support/Demangle.h"
#include "Support/Printable.h"
#include "Support/PrintableStream.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

static void writeLevel(raw_ostream &OS, const Frame &F) {
  OS << (F.Function.empty() ? "(unknown)"
                            : printable(nameOfFunction(F.Function)));
  if (!F.File.empty() && F.Line) {
    OS << " at " << printable(F.File) << ':' << F.Line;
    if (F.Column)
      OS << ':' << F.Column;
  }
  OS << '\n';
}

void writeTextLevels(raw_ostream &To, ArrayRef<std::vector<Frame>> Levels) {
  PrintableStream OS(To, PrintableStream::Kind::Text);
  for (const std::vector<Frame> &Its : Levels) {
    for (const Frame &F : Its)
      writeLevel(OS, F);
    OS << '\n';
  }
}

namespace {

struct LevelsOfAddress {
  uint64_t Address;
  ArrayRef<Frame> Levels;
};
void describe(Keys<LevelsOfAddress> &K) {
  K.add("address", [](const LevelsOfAddress &L) {
    return "0x" + utohexstr(L.Address, /*LowerCase=*/true);
  });
  K.add("levels", "innermost first", &LevelsOfAddress::Levels);
}

struct LevelsDocument {
  ArrayRef<uint64_t> Addresses;
  ArrayRef<std::vector<Frame>> Levels;
};
void describe(Keys<LevelsDocument> &K) {
  K.constant("schema", "anomalloc-levels");
  K.constant("version", 1);
  K.add("addresses", [](const LevelsDocument &D) -> Each<LevelsOfAddress> {
    return {[D](auto Take) {
      for (auto [Address, Its] : zip(D.Addresses, D.Levels))
        Take({Address, Its});
    }};
  });
}

} // namespace

void writeJsonLevels(raw_ostream &To, ArrayRef<uint64_t> Addresses,
                     ArrayRef<std::vector<Frame>> Levels) {
  writeDocument(To, LevelsDocument{Addresses, Levels});
}

const JsonObject &levelsObject() { return keysOf<LevelsDocument>().object(); }

} // namespace anomalloc
