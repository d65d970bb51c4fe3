//===- TameGroups.cpp - changes that gain only together -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/TameGroups.h"
#include "tame/TameEdits.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace anomalloc {

/// Whether \p A and \p B are other ways to do the same, or change the same
/// place: one of them only can be made.
static bool excludeEachOther(const TameChange &A, const TameChange &B) {
  auto FindingOf = [](const TameChange &C) { // TameState.h
    return StringRef(C.Fingerprint).split('-').first;
  };
  return FindingOf(A) == FindingOf(B) || meet(A, B);
}

std::vector<std::vector<TameChange>> groupsOf(ArrayRef<TameChange> Alone) {
  IntEqClasses Classes{unsigned(Alone.size())};
  std::map<StringRef, unsigned> FirstAbout;
  for (unsigned I = 0; I != Alone.size(); ++I)
    for (const std::string &What : Alone[I].About)
      Classes.join(FirstAbout.try_emplace(What, I).first->second, I);
  Classes.compress();
  std::vector<std::vector<TameChange>> Groups(Classes.getNumClasses());
  for (unsigned I = 0; I != Alone.size(); ++I) {
    std::vector<TameChange> &Group = Groups[Classes[I]];
    if (none_of(Group, [&](const TameChange &Other) {
          return excludeEachOther(Alone[I], Other);
        }))
      Group.push_back(Alone[I]);
  }
  erase_if(Groups, [](const auto &Group) { return Group.size() < 2; });
  return Groups;
}

} // namespace anomalloc
