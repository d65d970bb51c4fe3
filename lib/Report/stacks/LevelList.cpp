//===- LevelList.cpp - functions and lines of addresses -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/stacks/LevelList.h"
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

void writeJsonLevels(raw_ostream &To, ArrayRef<uint64_t> Addresses,
                     ArrayRef<std::vector<Frame>> Levels) {
  PrintableStream OS(To, PrintableStream::Kind::Json);
  json::OStream J(OS, 2);
  J.object([&] {
    J.attribute("schema", "anomalloc-levels");
    J.attribute("version", 1);
    J.attributeArray("addresses", [&] {
      for (auto [Address, Its] : zip(Addresses, Levels))
        J.object([&, Address = Address, &Its = Its] {
          J.attribute("address", "0x" + utohexstr(Address, true));
          J.attributeArray("levels", [&] {
            for (const Frame &F : Its)
              J.object([&] { writeJsonFrame(J, F); });
          });
        });
    });
  });
  OS << '\n';
}

} // namespace anomalloc
