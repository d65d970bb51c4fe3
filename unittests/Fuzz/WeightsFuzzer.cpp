//===- WeightsFuzzer.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Any text gives lint weights or an error. What they say of each line and
/// function can be asked for, and what was read can be written and read again.
///
//===----------------------------------------------------------------------===//

#include "InputFile.h"
#include "Weights/MeasuredWeights.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace anomalloc;
using namespace anomalloc::test;

static void checkAgain(const Measurements &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  writeMeasurements(OS, M);
  Expected<Measurements> Again = readMeasurements(Text);
  check(bool(Again));
  check(Again->Chains.size() == M.Chains.size() &&
        Again->Frames.size() == M.Frames.size() &&
        Again->Changes.size() == M.Changes.size());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Expected<Measurements> M =
      readMeasurements({reinterpret_cast<const char *>(Data), Size});
  if (!isRead(M, "export --format=lint-weights"))
    return 0;
  checkAgain(*M);
  const MeasuredWeights All(std::move(*M));
  std::vector<uint32_t> Everything;
  for (uint32_t I = 0; I != All.all().Chains.size(); ++I)
    Everything.push_back(I);
  (void)All.sum(Everything).phrase();
  (void)All.known(Everything);
  check(parseMeasuredNote(measuredNote(Everything)) == Everything);
  for (const std::string &Function : All.all().Functions)
    (void)All.ofFunctions(Function);
  for (const MeasuredFrame &F : All.all().Frames) {
    const std::string &File = All.all().Files[F.File];
    for (const auto &Known :
         {All.asThen(File), All.today(File, "int a;\n\nint b;\n")})
      if (Known) {
        (void)All.ofLines(*Known, F.Line, F.Line);
        (void)All.chainsOfOneCall(*Known, F.Line, F.Line);
        (void)All.chainsOf(*Known, {F.Line, F.Column, F.Line, F.Column},
                           {{All.all().Functions[F.Function]}});
      }
  }
  return 0;
}
