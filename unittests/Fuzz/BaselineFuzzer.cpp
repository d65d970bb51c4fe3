//===- BaselineFuzzer.cpp -------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Any text gives a baseline of lint, or an error that names the file.
///
//===----------------------------------------------------------------------===//

#include "InputFile.h"
#include "Lint/Baseline.h"

using namespace anomalloc::test;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  InputFile File(Data, Size);
  auto Known = anomalloc::lint::readBaseline(File.Path);
  isRead(Known, File.Path);
  return 0;
}
