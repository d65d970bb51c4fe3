//===- JsonMakerCalls.cpp - for whom makers make blocks -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/JsonParts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

/// The line to change is the call's place.
void describe(Keys<StaticMakerCall> &K) {
  using Shown = const StaticMakerCall &;
  K.name("static_maker_call");
  K.include([](Shown C) { return C.Its.Chain[*C.Its.ChangeFrame]; });
  K.include([](Shown C) {
    auto Callee = C.Model.FunctionNames.find(C.Its.Callee);
    return CalledFunction{
        Callee == C.Model.FunctionNames.end() ? "" : StringRef(Callee->second)};
  });
  K.add("through_pointer",
        [](Shown C) { return throughPointer(C.Its.Name, C.Its.IsVirtual); });
  K.add("verdict",
        "what the compiler proved of each block that stays in the object made "
        "by the call; null: nobody asked it",
        [](Shown C) -> std::optional<ShownVerdict> {
          if (!C.Its.Proved)
            return std::nullopt;
          return ShownVerdict{C.Model, *C.Its.Proved};
        });
  K.add("loop_depth", "of the call, in its function after inlining",
        [](Shown C) { return C.Its.LoopDepth; });
  K.add("change_frame",
        "index into chain: the level whose function, file, line and column "
        "stand above",
        [](Shown C) { return *C.Its.ChangeFrame; });
  K.add("chain", "inline chain, innermost level first",
        [](Shown C) { return ArrayRef(C.Its.Chain); });
}

namespace {

/// What was made for one call, in all and by section.
struct Made {
  const Profile *Model;
  Amount Sum;
  std::map<SectionIndex, Amount> Sections;

  void add(const MakerCount &C) {
    for (Amount *To : {&Sum, &Sections[C.Section]}) {
      To->Allocations += C.Blocks;
      To->Bytes += C.Bytes;
    }
  }
};

void describe(Keys<Made> &K) {
  K.include([](const Made &M) { return M.Sum; });
  K.add("sections", [](const Made &M) {
    return each(M.Sections, [P = M.Model](const auto &Share) {
      return SectionSum{P->section(Share.first), Share.second};
    });
  });
}

struct CountedMakerCall {
  StaticMakerCall Its;
  const Made &Blocks;
};

void describe(Keys<CountedMakerCall> &K) {
  K.name("maker_call");
  K.include([](const CountedMakerCall &C) { return C.Its; });
  K.include([](const CountedMakerCall &C) -> const Made & { return C.Blocks; });
}

Each<CountedMakerCall> makerCalls(const Analysis &A) {
  return {[&P = *A.Source](Each<CountedMakerCall>::Taker Take) {
    std::map<MakerCallIndex, Made> All;
    for (const MakerCount &C : P.MakerCounts)
      if (C.Call && P.makerCall(*C.Call).ChangeFrame)
        All.try_emplace(*C.Call, Made{&P, {}, {}}).first->second.add(C);
    std::vector<std::pair<MakerCallIndex, const Made *>> Order;
    for (const auto &[Call, Blocks] : All)
      Order.push_back({Call, &Blocks});
    stable_sort(Order, [](const auto &A, const auto &B) {
      return A.second->Sum.Allocations > B.second->Sum.Allocations;
    });
    for (auto [Call, Blocks] : Order)
      Take({{P, P.makerCall(Call)}, *Blocks});
  }};
}

Made madeForUnknown(const Analysis &A) {
  Made Unknown = {A.Source, {}, {}};
  for (const MakerCount &C : A.Source->MakerCounts)
    if (!C.Call)
      Unknown.add(C);
  return Unknown;
}

} // namespace

void describeMakerCalls(Keys<Analysis> &K) {
  K.add("maker_calls",
        "lines to change that call makers (constructors, operators, factories, "
        "library functions), with what sites in makers alone made meanwhile; "
        "of the whole profile, most allocations first",
        makerCalls);
  K.add("maker_calls_unknown",
        "what such sites made while no such call was known to be in progress",
        madeForUnknown);
}

} // namespace anomalloc
