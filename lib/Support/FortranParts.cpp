//===- FortranParts.cpp - the parts of a statement of Fortran -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/FortranParts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc::fortran {

size_t closing(StringRef S, size_t Open) {
  size_t Depth = 0;
  char Quote = 0;
  for (size_t I = Open; I != S.size(); ++I) {
    if (Quote)
      Quote = S[I] == Quote ? 0 : Quote;
    else if (S[I] == '\'' || S[I] == '"')
      Quote = S[I];
    else if (S[I] == '(' || S[I] == '[')
      ++Depth;
    else if ((S[I] == ')' || S[I] == ']') && --Depth == 0)
      return I;
  }
  return StringRef::npos;
}

/// The first index from \p From on, outside of brackets, of which \p Fits is
/// true; npos if there is none.
template <typename Test>
static size_t findOutside(StringRef S, size_t From, Test Fits) {
  for (size_t I = From; I < S.size(); ++I) {
    if (Fits(I))
      return I;
    if (S[I] != '(' && S[I] != '[')
      continue;
    I = closing(S, I);
    if (I == StringRef::npos)
      break;
  }
  return StringRef::npos;
}

size_t findOutside(StringRef S, char C, size_t From) {
  return findOutside(S, From, [&](size_t I) { return S[I] == C; });
}

Parts partsOf(StringRef S) {
  Parts Its;
  for (;;) {
    const size_t Comma = findOutside(S, ',');
    Its.push_back(S.take_front(Comma).trim());
    if (Comma == StringRef::npos)
      return Its;
    S = S.drop_front(Comma + 1);
  }
}

size_t findAssignment(StringRef S) {
  return findOutside(S, 0, [&](size_t I) {
    const char After = I + 1 < S.size() ? S[I + 1] : 0;
    return S[I] == '=' && After != '=' && After != '>' && I &&
           !StringRef("=/<>").contains(S[I - 1]);
  });
}

bool haveRange(const Parts &Subscripts) {
  return any_of(Subscripts, [](StringRef S) {
    return findOutside(S, ':') != StringRef::npos;
  });
}

/// Whether the subscripts leave elements out between those that they take:
/// ':' may stand first, then one range, then single indices.
static bool lieApart(const Parts &Subscripts) {
  bool IsRow = true;
  for (StringRef S : Subscripts) {
    const size_t Colon = findOutside(S, ':');
    if (Colon == StringRef::npos) {
      IsRow = false;
      continue;
    }
    if (!IsRow || findOutside(S, ':', Colon + 1) != StringRef::npos)
      return true;
    IsRow = S == ":";
  }
  return false;
}

Designator readDesignator(StringRef S) {
  Designator Its;
  for (;;) {
    const StringRef Name = S.take_while(isPartOfName);
    if (Name.empty() || isDigit(Name.front()))
      return {};
    S = S.drop_front(Name.size());
    Its.HasBrackets = S.starts_with("(");
    if (Its.HasBrackets) {
      const size_t End = closing(S, 0);
      if (End == StringRef::npos)
        return {};
      const Parts Subscripts = partsOf(S.slice(1, End));
      if (haveRange(Subscripts)) {
        Its.IsSection = true;
        Its.IsApart = lieApart(Subscripts);
      }
      S = S.drop_front(End + 1);
    }
    Its.IsOne = S.empty();
    if (!S.consume_front("%"))
      return Its.IsOne ? Its : Designator();
    Its.IsApart |= Its.IsSection;
  }
}

} // namespace anomalloc::fortran
