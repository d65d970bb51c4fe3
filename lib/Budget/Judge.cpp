//===- Judge.cpp - which budgets a run breaks -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Judge.h"
#include "Budget/Growth.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc::budget {
namespace {

/// The scope of one budget in one run, and what a measure of it is.
struct Measured {
  const InScope *Where = nullptr;
  Reading Found;
  size_t Run = 0;
};

class Judge {
public:
  Judge(const Budget &B, ArrayRef<const Run *> Runs, const Against &Base,
        const JudgeOptions &Options);
  Verdict judge(const Bound &Its) const;

private:
  std::string openEnd(ArrayRef<std::unique_ptr<InScope>> Of) const;
  bool read(Verdict &V, std::vector<Measured> &New,
            std::vector<Measured> &Old) const;
  void compare(Verdict &V, ArrayRef<Measured> New,
               ArrayRef<Measured> Old) const;
  void blame(Verdict &V, const Measured &New, const Measured *Old) const;
  void compareLines(Verdict &V, const Measured &New, const Measured &Old) const;

  const Budget &B;
  const Against &Base;
  const JudgeOptions &Options;
  std::vector<std::unique_ptr<InScope>> New, Old;
};

Judge::Judge(const Budget &B, ArrayRef<const Run *> Runs, const Against &Base,
             const JudgeOptions &Options)
    : B(B), Base(Base), Options(Options) {
  for (const Run *R : Runs)
    New.push_back(std::make_unique<InScope>(*R, B.Scope));
  for (const Run *R : Base.runs())
    Old.push_back(std::make_unique<InScope>(*R, B.Scope));
}

/// Why runs of which nobody saw all leave the limit open; "" if they do not.
std::string Judge::openEnd(ArrayRef<std::unique_ptr<InScope>> Of) const {
  for (const auto &Where : Of) {
    std::string Why = B.AnyEnd ? "" : Where->R.cutShort();
    if (Why.empty() && !B.MissingChildren)
      Why = Where->R.missingChildren();
    if (!Why.empty())
      return Why;
  }
  return "";
}

/// Whether the rest of a run can only make more of it. The blocks of a scope
/// may be fewer at a later peak.
bool onlyGrows(const Budget &Of, const Bound &Its, const Value &Most) {
  if (rowOf(Its.What).Needs == MeasureNeed::End ||
      Its.AtMost.Kind == LimitKind::Share ||
      (Its.What == Measure::Peak && !Of.Scope.Parts.empty()))
    return false;
  return rowOf(Its.What).Unit != MeasureUnit::Rate || !Most.Number;
}

/// Whether the profiles can answer; if not, the verdict says why. \p OldRead is
/// filled also for a limit that needs no base, if that can be measured: then it
/// tells what grew.
bool Judge::read(Verdict &V, std::vector<Measured> &NewRead,
                 std::vector<Measured> &OldRead) const {
  const Measure What = V.Its->What;
  const bool NeedsBase =
      V.Its->AtMost.needsBase() || rowOf(What).Needs == MeasureNeed::Base;
  if (NeedsBase && Base.runs().empty()) {
    V.Why = "there is nothing to compare with: name the profile of the base "
            "with --against";
    return false;
  }
  if (std::string Open = NeedsBase ? openEnd(Old) : ""; !Open.empty()) {
    V.Why = "the base: " + Open;
    return false;
  }
  if (rowOf(What).Needs == MeasureNeed::Base)
    for (const Run *R : Base.runs())
      if (std::string Missing = R->missingSites(); !Missing.empty()) {
        V.Why = "the base: " + Missing;
        return false;
      }
  for (auto [I, Where] : enumerate(New)) {
    V.Why = Where->nothing();
    if (!V.Why.empty())
      return false;
    NewRead.push_back({Where.get(), measure(*Where, What, Base.known(I)), I});
    V.Why = NewRead.back().Found.Missing;
    if (!V.Why.empty())
      return false;
  }
  if (!rowOf(What).Grows)
    return true;
  for (auto [I, Where] : enumerate(Old)) {
    OldRead.push_back({Where.get(), measure(*Where, What), I});
    const std::string &Missing = OldRead.back().Found.Missing;
    if (Missing.empty())
      continue;
    if (V.Its->AtMost.needsBase()) {
      V.Why = "the base: " + Missing;
      return false;
    }
    OldRead.clear();
    break;
  }
  return true;
}

/// "mesh.cpp:7".
std::string placeOf(const Site &S) {
  const Frame &F = S.userFrame();
  return sys::path::filename(F.File).str() + ":" + utostr(F.Line);
}

/// Whether all of the interval is above \p Most, if \p Found is an estimate.
static bool isAbove(const Value &Most, const Reading &Found) {
  return Most < (Found.Interval.IsExact ? Found.Its : Value{Found.least()});
}

void Judge::compare(Verdict &V, ArrayRef<Measured> NewRead,
                    ArrayRef<Measured> OldRead) const {
  const Bound &Its = *V.Its;
  auto Less = [](const Measured &A, const Measured &B) {
    return A.Found.Its < B.Found.Its;
  };
  const Measured *Before =
      OldRead.empty() ? nullptr : max_element(OldRead, Less);
  const Measured *Old = Its.AtMost.needsBase() ? Before : nullptr;
  const Measured *Decides =
      Old ? min_element(NewRead, Less) : max_element(NewRead, Less);
  auto MostOf = [&](const Measured &One) {
    uint64_t Reference = Old ? Old->Found.most() : One.Found.Whole;
    return mostOf(Its.AtMost, Its.What, Reference);
  };
  // What a share is of differs from run to run.
  if (Its.AtMost.Kind == LimitKind::Share)
    for (const Measured &One : NewRead)
      if (isAbove(MostOf(One), One.Found))
        Decides = &One;
  // Any allocation in a loop is one in some iteration.
  const bool IsNone = !Its.AtMost.Number && Its.What == Measure::PerIteration;
  if (IsNone)
    for (const Measured &One : NewRead)
      if (!One.Found.Unrated.empty() || !One.Found.InCallers.empty())
        Decides = &One;
  V.DecidedBy = Decides - NewRead.begin();
  V.Found = Decides->Found.Its;
  V.Most = MostOf(*Decides);
  if (Its.AtMost.Kind == LimitKind::Share)
    V.Reference = Decides->Found.Whole;
  else if (Old)
    V.Reference = Old->Found.Its.Number;

  const Reading &Found = Decides->Found;
  const bool InLoops =
      IsNone && (!Found.Unrated.empty() || !Found.InCallers.empty());
  V.Interval = Found.Interval;
  const bool IsBroken = isAbove(V.Most, Found) || InLoops;
  if (!IsBroken || !onlyGrows(B, Its, V.Most))
    V.Why = openEnd(New);
  if (!V.Why.empty()) {
    V.Outcome = Outcome::Unanswered;
  } else if (IsBroken) {
    V.Outcome = Outcome::Broken;
    blame(V, *Decides, Before);
  } else if (!Found.Unrated.empty()) {
    V.Outcome = Outcome::Unanswered;
    V.Why = "nobody counted the iterations around " +
            placeOf(Decides->Where->R.P.site(Found.Unrated.front())) +
            (Found.Unrated.size() == 1
                 ? std::string()
                 : " and " + utostr(Found.Unrated.size() - 1) + " more sites") +
            ": choose other sites, or limit 'allocations'";
  }
}

/// Of the lines of a rate, leaves those that break the limit: sites by
/// themselves, or, per call, all of a function that has too many.
void keepTooOften(Verdict &V, const Profile &P) {
  auto FunctionOf = [&](const Culprit &C) {
    return P.site(C.Sites.front()).outermostFrame().Function;
  };
  std::map<StringRef, Value> OfFunction;
  if (V.Its->What == Measure::PerCall)
    for (const Culprit &C : V.Lines) {
      Value &Sum = OfFunction[FunctionOf(C)];
      Sum = {SaturatingAdd(Sum.Number, C.Its.Number), C.Its.Per};
    }
  erase_if(V.Lines, [&](const Culprit &C) {
    if (C.IsUnrated)
      return V.Its->AtMost.Number != 0;
    return !(V.Most < (OfFunction.empty() ? C.Its : OfFunction[FunctionOf(C)]));
  });
}

/// Says what the base had of the lines. A limit beside a base keeps only those
/// that have more now.
void Judge::compareLines(Verdict &V, const Measured &New,
                         const Measured &Old) const {
  V.Lines = grownFirst({std::move(V.Lines), Base.profileOfJudged(V.DecidedBy)},
                       {findCulprits(*Old.Where, V.Its->What, Old.Found,
                                     nullptr, Base.hasStacks()),
                        Base.profileOfBase(Old.Run)},
                       Base.match());
  if (V.Its->AtMost.needsBase())
    erase_if(V.Lines, [](const Culprit &C) { return !C.grown(); });
}

/// Finds the lines that made it too much. \p Old: null, or what is known of the
/// base.
void Judge::blame(Verdict &V, const Measured &New, const Measured *Old) const {
  const Measure What = V.Its->What;
  const bool IsRate = rowOf(What).Unit == MeasureUnit::Rate;
  // Else a line may seem new only because the base has no stacks.
  const bool ByStacks = !Old || Base.hasStacks();
  V.Lines = findCulprits(*New.Where, What, New.Found, Base.known(V.DecidedBy),
                         ByStacks);
  if (Old)
    compareLines(V, New, *Old);
  if (IsRate)
    keepTooOften(V, New.Where->R.P);
  // Of a limit beside a base, all that grew is of interest, not only what is
  // too much.
  const uint64_t Fine =
      V.Its->AtMost.needsBase() ? Old->Found.Its.Number : V.Most.Number;
  uint64_t Excess = V.Found.Number - std::min(V.Found.Number, Fine);
  size_t Enough = V.Lines.size();
  if (!IsRate && What != Measure::NewSites) {
    uint64_t Sum = 0;
    for (Enough = 0; Enough != V.Lines.size() && Sum < Excess; ++Enough) {
      const Culprit &C = V.Lines[Enough];
      Sum = SaturatingAdd(Sum, C.grown() ? C.grown() : C.Its.Number);
    }
  }
  if (Options.Lines)
    Enough = std::min(Enough, Options.Lines);
  V.OtherLines = V.Lines.size() - Enough;
  V.Lines.resize(Enough);
  MutableArrayRef<Culprit> Lines = V.Lines;
  if (Old && ByStacks) {
    const StacksBefore Before{*Old->Where, Base.profileOfBase(Old->Run),
                              Base.profileOfJudged(V.DecidedBy), Base.match()};
    auto HasGrown = [](const Culprit &C) { return C.grown() != 0; };
    addStacks(*New.Where, Lines.take_while(HasGrown), &Before);
    Lines = Lines.drop_while(HasGrown);
  }
  addStacks(*New.Where, Lines, nullptr);
}

Verdict Judge::judge(const Bound &Its) const {
  Verdict V;
  V.Of = &B;
  V.Its = &Its;
  std::vector<Measured> NewRead, OldRead;
  if (read(V, NewRead, OldRead))
    compare(V, NewRead, OldRead);
  else
    V.Outcome = Outcome::Unanswered;
  if (V.Outcome == Outcome::Unanswered && B.Optional)
    V.Outcome = Outcome::Skipped;
  return V;
}

} // namespace

std::vector<Verdict> judge(const BudgetFile &File, ArrayRef<const Run *> Runs,
                           const Against &Base, const JudgeOptions &Options) {
  std::vector<Verdict> Verdicts;
  for (const Budget &B : File.Budgets) {
    Judge One(B, Runs, Base, Options);
    for (const Bound &Its : B.Bounds)
      Verdicts.push_back(One.judge(Its));
  }
  return Verdicts;
}

} // namespace anomalloc::budget
