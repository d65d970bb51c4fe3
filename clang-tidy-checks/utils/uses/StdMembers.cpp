//===- StdMembers.cpp - what members of std's classes do ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/StdMembers.h"
#include "utils/objects/StdTypes.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {
/// Brings the traits into scope for the rows.
struct MemberTable : StdMember {
  static const StdMember Rows[];
};
const StdMember MemberTable::Rows[] = {
#define ANOMALLOC_STD_MEMBER(Name, Use, Traits) {#Name, UseKind::Use, Traits},
#include "utils/uses/StdMembers.def"
};
} // namespace

StdMember stdMember(StringRef Name) {
  static const StringMap<StdMember> Known = [] {
    StringMap<StdMember> Map;
    for (const StdMember &Row : MemberTable::Rows)
      Map.try_emplace(Row.Name, Row);
    return Map;
  }();
  return Known.lookup(Name);
}

bool callsMember(const Expr &Call, unsigned AnyOf) {
  return stdMember(methodName(Call)).is(AnyOf);
}

bool appendsOne(const Expr &Call) {
  const StdMember Member = stdMember(methodName(Call));
  return Member.is(StdMember::AddsOne) && Member.is(StdMember::AtBack);
}

const Expr *objectOfCall(const Expr *Call, unsigned AnyOf) {
  if (!Call)
    return nullptr;
  Call = Call->IgnoreUnlessSpelledInSource();
  return callsMember(*Call, AnyOf) ? calledOn(*Call) : nullptr;
}

std::vector<StringRef> stdMemberNames(unsigned AnyOf) {
  std::vector<StringRef> Names;
  for (const StdMember &Row : MemberTable::Rows)
    if (Row.is(AnyOf))
      Names.push_back(Row.Name);
  return Names;
}

} // namespace clang::tidy::anomalloc
