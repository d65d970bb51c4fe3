//===- FortranDeclarations.cpp - arrays that take blocks ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/FortranDeclarations.h"

using namespace llvm;

namespace anomalloc::fortran {

/// Whether \p S, which tells a size, has a name that is not known as constant.
static bool namesVariable(StringRef S, const Scopes &Around, uint32_t Line) {
  for (size_t I = 0; I < S.size(); ++I) {
    if (!isPartOfName(S[I]))
      continue;
    const StringRef Name = S.drop_front(I).take_while(isPartOfName);
    I += Name.size();
    const StringRef After = S.drop_front(I);
    if (isDigit(Name.front()) || After.starts_with("(") ||
        After.starts_with("="))
      continue;
    const std::optional<Variable> Its = Around.variable(Name, Line);
    if (!Its || !Its->IsConstant)
      return true;
  }
  return false;
}

Parts automaticArrays(const Declaration &Its, const Scopes &Around,
                      uint32_t Line) {
  for (StringRef Other : {"allocatable", "pointer", "parameter", "save"})
    if (Its.has(Other))
      return {};
  auto HasSize = [&](StringRef S) {
    return namesVariable(S.drop_until([](char C) { return C == '('; }), Around,
                         Line);
  };
  const bool AllHave = HasSize(Its.attribute("dimension")) ||
                       (Its.isOfTexts() && HasSize(Its.Attributes.front()));
  Parts Arrays;
  for (StringRef P : Its.Names) {
    P = P.take_front(findAssignment(P));
    const std::optional<Variable> One =
        Around.variable(P.take_while(isPartOfName), Line);
    if ((AllHave || HasSize(P)) &&
        !(One && (One->IsHandedIn || One->IsAllocatable)))
      Arrays.push_back(P);
  }
  return Arrays;
}

} // namespace anomalloc::fortran
