//===- FortranNames.cpp - what the names in a statement may be ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/FortranNames.h"
#include "Support/FortranWords.h"

using namespace llvm;

namespace anomalloc::fortran {

bool Names::mayBeArray(StringRef S) const {
  const std::optional<Variable> Its = variable(S);
  return !Its || Its->IsArray;
}

bool Names::hasVectorSubscript(StringRef S) const {
  const StringRef Name = S.take_while(isPartOfName);
  const std::optional<Variable> Base = variable(Name);
  const size_t Open = findOutside(S, '(');
  const size_t End =
      Open == StringRef::npos ? StringRef::npos : closing(S, Open);
  return End != StringRef::npos &&
         ((Base && Base->IsArray) || Open != Name.size()) &&
         any_of(partsOf(S.slice(Open + 1, End)), [&](StringRef P) {
           const std::optional<Variable> Its = variable(P);
           return Its && Its->IsArray;
         });
}

bool Names::callsFunction(StringRef S) const {
  const StringRef Name = S.take_while(isPartOfName);
  // An array hides the function of its name.
  return S.ends_with("()") ||
         (S.drop_front(Name.size()).starts_with("(") && !isArray(Name) &&
          (is_contained(Intrinsics, Name) ||
           Source.scopes().hasFunction(Name)));
}

bool Names::mayCallFunction(StringRef S) const {
  S = lastPart(S);
  const StringRef Name = S.take_while(isPartOfName);
  return Name.size() != S.size() && !Source.scopes().someIsVariable(Name);
}

} // namespace anomalloc::fortran
