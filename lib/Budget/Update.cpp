//===- Update.cpp - budgets written down to what was measured -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Update.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc::budget {

/// The limit that \p V would hold without room, or "": it stays.
static std::string tightLimit(const Verdict &V, bool Raise) {
  if (V.Its->AtMost.needsBase() || (V.Outcome != Outcome::Holds && !Raise) ||
      (V.Outcome != Outcome::Holds && V.Outcome != Outcome::Broken))
    return "";
  // Without iterations there is no rate to write down.
  if (V.Its->What == Measure::PerIteration && V.Outcome == Outcome::Broken &&
      !(V.Most < V.Found))
    return "";
  if (V.Its->AtMost.Kind != LimitKind::Share) {
    const bool Differs = V.Found < V.Most || V.Most < V.Found;
    return Differs ? scalarOf(V.Its->What, V.Found) : "";
  }
  std::string Text = shareScalar(V.Found.Number, V.Reference.value_or(0));
  Expected<Limit> Tight = parseLimit(V.Its->What, Text);
  if (!Tight) {
    consumeError(Tight.takeError());
    return "";
  }
  const bool Lowers = Tight->Number < V.Its->AtMost.Number;
  return Lowers || (Raise && V.Outcome == Outcome::Broken) ? Text : "";
}

UpdatedText update(const BudgetFile &File, ArrayRef<Verdict> Verdicts,
                   bool Raise) {
  UpdatedText Result;
  std::vector<const Verdict *> Order;
  for (const Verdict &V : Verdicts)
    Order.push_back(&V);
  sort(Order, [](const Verdict *A, const Verdict *B) {
    return A->Its->At.Begin < B->Its->At.Begin;
  });
  StringRef Old = File.Text->getBuffer();
  size_t Done = 0;
  for (const Verdict *V : Order) {
    std::string To = tightLimit(*V, Raise);
    if (To.empty())
      continue;
    Result.Text += Old.slice(Done, V->Its->At.Begin);
    Result.Text += To;
    Done = V->Its->At.End;
    Result.Changes.push_back({V->Its, V->Of, std::move(To)});
  }
  Result.Text += Old.drop_front(Done);
  return Result;
}

} // namespace anomalloc::budget
