//===- OtherNames.cpp - functions that are called by other names ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/OtherNames.h"
#include <set>

using namespace llvm;

namespace anomalloc {

OtherNames::OtherNames(const Profile &P) {
  std::set<std::pair<uint64_t, uint64_t>> Calls;
  std::set<uint64_t> Callees;
  for (const MakerCall &Call : P.MakerCalls)
    if (Call.Callee) {
      Calls.insert({Call.Caller, Call.Callee});
      Callees.insert(Call.Callee);
    }
  for (const CallEdge &E : P.Edges)
    if (!Calls.count({E.Caller, E.Callee}) && Callees.count(E.Caller)) {
      NamesOf.emplace(E.Callee, E.Caller);
      Named.emplace(E.Caller, E.Callee);
    }
}

} // namespace anomalloc
