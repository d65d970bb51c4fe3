//===- CsvRow.cpp - a line of comma-separated values ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/CsvRow.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace anomalloc {

void CsvCells::text(StringRef Text) {
  std::string Valid;
  if (!json::isUTF8(Text)) {
    Valid = json::fixUTF8(Text);
    Text = Valid;
  }
  next();
  if (!Text.empty() && Text.find_first_of(",\"\r\n") == StringRef::npos) {
    OS << Text;
    return;
  }
  OS << '"';
  for (char C : Text) {
    if (C == '"')
      OS << '"';
    OS << C;
  }
  OS << '"';
}

} // namespace anomalloc
