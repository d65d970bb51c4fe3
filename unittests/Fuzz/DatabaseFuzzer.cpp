//===- DatabaseFuzzer.cpp -------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Any text gives the units of a compilation database, each with a command, or
/// an error that names the file.
///
//===----------------------------------------------------------------------===//

#include "InputFile.h"
#include "Lint/Units.h"

using namespace anomalloc::test;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  InputFile File(Data, Size);
  auto Database = anomalloc::lint::readDatabase(File.Path, {"/usr/bin", "/i"});
  if (!isRead(Database, File.Path))
    return 0;
  check(!Database->Units.empty());
  for (const anomalloc::lint::Unit &U : Database->Units) {
    check(!U.Commands.empty());
    for (const anomalloc::lint::UnitCommand &C : U.Commands)
      check(!C.Arguments.empty());
  }
  return 0;
}
