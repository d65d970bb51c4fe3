//===- CsvRow.cpp - a line of comma-separated values ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/csv/CsvRow.h"
#include "Support/Printable.h"

using namespace llvm;

namespace anomalloc {

void CsvCells::text(StringRef Text) {
  std::string Shown;
  if (!isPrintable(Text)) {
    Shown = printable(Text);
    Text = Shown;
  }
  next();
  if (!Text.empty() && Text.find_first_of(",\"") == StringRef::npos) {
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
