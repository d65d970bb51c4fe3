//===- LintWeights.cpp - a profile as lint weights ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "inputs/LintWeights.h"
#include "Analysis/weights/Measure.h"
#include "Recover/Recover.h"
#include "Support/PrintableStream.h"
#include "Weights/LineTexts.h"
#include "inputs/Inputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace anomalloc {

/// What the sources say, where they are still those of the run: a file that was
/// changed later may have been changed before it was compiled, too.
static void addTexts(Measurements &M) {
  if (!M.Recorded)
    return;
  M.Texts.resize(M.Files.size());
  for (auto [File, Lines] : zip(M.Files, M.Texts)) {
    sys::fs::file_status Status;
    if (sys::fs::status(File, Status) || !sys::fs::is_regular_file(Status))
      continue;
    const auto Changed = std::chrono::duration_cast<std::chrono::nanoseconds>(
        Status.getLastModificationTime().time_since_epoch());
    if (uint64_t(Changed.count()) > M.Recorded)
      continue;
    if (auto Text = MemoryBuffer::getFile(File))
      Lines = lineTexts((*Text)->getBuffer());
  }
}

void writeLintWeights(raw_ostream &To, Profile &P, bool WithTexts) {
  warnOfChanged(nameCode(P));
  Measurements M = measure(P);
  if (WithTexts)
    addTexts(M);
  PrintableStream OS(To, PrintableStream::Kind::Json);
  writeMeasurements(OS, M);
}

} // namespace anomalloc
