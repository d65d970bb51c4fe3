//===- NameTable.cpp - names that outlast a rebuild -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/NameTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

static size_t digitsAt(StringRef Text, size_t At) {
  size_t End = std::min(Text.size(), At);
  while (End != Text.size() && isDigit(Text[End]))
    ++End;
  return End - std::min(Text.size(), At);
}

/// Drops a clone's number, and what the compiler calls it: ".3",
/// ".specialized.1", ".__uniq.81".
static StringRef withoutClone(StringRef Name) {
  while (true) {
    auto [Front, Last] = Name.rsplit('.');
    if (Front.empty() || Last.empty())
      return Name;
    bool IsNumber = digitsAt(Last, 0) == Last.size();
    if (!IsNumber && Last != "specialized" && Last != "__uniq")
      return Name;
    Name = Front;
  }
}

std::string stableName(StringRef Name) {
  Name = withoutClone(Name);
  if (Name.starts_with("_GLOBAL__sub_I_"))
    return "_GLOBAL__sub_I_"; // The rest is the file's name.
  if (!Name.starts_with("_Z"))
    return Name.str();
  std::string Result;
  for (size_t I = 0; I != Name.size();) {
    StringRef Rest = Name.drop_front(I);
    // A lambda or type without a name: "3$_1", "EUlvE0_", "Ut0_".
    if (size_t Length = digitsAt(Rest, 0);
        Length && Rest.drop_front(Length).starts_with("$_")) {
      Result += "$_";
      I += Length + 2 + digitsAt(Rest, Length + 2);
      continue;
    }
    bool IsNumbered = Rest.front() == 'E' || Rest.starts_with("Ut");
    size_t Front = Rest.front() == 'E' ? 1 : 2;
    size_t Length = IsNumbered ? digitsAt(Rest, Front) : 0;
    if (Length && Rest.drop_front(Front + Length).starts_with("_")) {
      Result += Rest.take_front(Front);
      I += Front + Length;
      continue;
    }
    // Constructors and destructors of a whole object or of a base.
    if (Rest.starts_with("C2E") || Rest.starts_with("D2E") ||
        Rest.starts_with("D0E")) {
      Result += {Rest.front(), '1', 'E'};
      I += 3;
      continue;
    }
    Result += Rest.front();
    ++I;
  }
  return Result;
}

bool isExternalName(StringRef Name) {
  if (!Name.starts_with("_Z") || Name.contains("_GLOBAL__N_") ||
      Name.contains("$_") || Name.contains('.'))
    return false;
  // "L" before a name says that its linkage is internal.
  for (size_t I = 0; I + 1 < Name.size(); ++I)
    if (Name[I] == 'L' && isDigit(Name[I + 1]))
      return false;
  return true;
}

uint32_t NameTable::of(StringRef LinkageName) {
  auto [Known, IsNew] = ByLinkageName.try_emplace(LinkageName, 0);
  if (!IsNew)
    return Known->second;
  std::string Stable = stableName(LinkageName);
  auto [I, IsFirst] = ByStableName.try_emplace(Stable, External.size());
  if (IsFirst)
    External.push_back(isExternalName(Stable));
  return Known->second = I->second;
}

} // namespace anomalloc
