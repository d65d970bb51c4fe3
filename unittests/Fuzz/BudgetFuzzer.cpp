//===- BudgetFuzzer.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Any text gives budgets, or an error with its place. Budgets can be judged,
/// beside a base or without, and what --update writes can be read again.
///
//===----------------------------------------------------------------------===//

#include "Budget/Against.h"
#include "Budget/Judge.h"
#include "Budget/Update.h"
#include "FuzzProfile.h"
#include "InputFile.h"

using namespace llvm;
using namespace anomalloc;
using namespace anomalloc::budget;
using namespace anomalloc::test;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const std::unique_ptr<Profile> P = cantFail(read(fuzzProfile(false)));
  static const Run TheRun(*P);
  static const Run *const Runs[] = {&TheRun};
  static const Against None, Base({&TheRun}, Runs);

  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  auto File = parseBudgets(MemoryBuffer::getMemBufferCopy(Text, "budgets"));
  if (!isRead(File, "budgets:"))
    return 0;
  for (const Budget &B : (*File)->Budgets)
    check(!B.title().empty() && !B.Bounds.empty());
  for (const Against *Beside : {&None, &Base}) {
    std::vector<Verdict> Verdicts = judge(**File, Runs, *Beside);
    UpdatedText Updated = update(**File, Verdicts, /*Raise=*/true);
    auto Again =
        parseBudgets(MemoryBuffer::getMemBufferCopy(Updated.Text, "updated"));
    check(bool(Again));
    check((*Again)->Budgets.size() == (*File)->Budgets.size());
    for (const Verdict &V : judge(**Again, Runs, *Beside))
      check(V.Outcome != Outcome::Broken ||
            V.Its->AtMost.Kind == LimitKind::Growth ||
            V.Its->AtMost.Kind == LimitKind::GrowthShare ||
            rowOf(V.Its->What).Needs == MeasureNeed::Base);
  }
  return 0;
}
