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

/// Whether the subscripts take a row once single indices stand last: of ranges,
/// only the last one leaves elements out.
static bool takeRow(const Parts &Subscripts) {
  Parts Ranges;
  copy_if(Subscripts, std::back_inserter(Ranges),
          [](StringRef S) { return findOutside(S, ':') != StringRef::npos; });
  return !lieApart(Ranges);
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
        Its.IsTransposed = takeRow(Subscripts);
      }
      S = S.drop_front(End + 1);
    }
    Its.IsOne = S.empty();
    if (!S.consume_front("%"))
      return Its.IsOne ? Its : Designator();
    Its.IsApart |= Its.IsSection;
    Its.IsTransposed &= !Its.IsSection;
  }
}

StringRef lastPart(StringRef S) {
  for (size_t At = 0; (At = findOutside(S, '%')) != StringRef::npos;)
    S = S.drop_front(At + 1);
  return S;
}

size_t findWord(StringRef S, StringRef Word) {
  for (size_t At = 0; (At = S.find(Word, At)) != StringRef::npos;
       At += Word.size())
    if ((!At || !isPartOfName(S[At - 1])) &&
        S.drop_front(At + Word.size()).starts_with(" "))
      return At;
  return StringRef::npos;
}

StringRef Declaration::attribute(StringRef Name) const {
  for (StringRef A : Attributes)
    if (A == Name || (A.starts_with(Name) &&
                      StringRef(" (").contains(A.drop_front(Name.size())[0])))
      return A;
  return "";
}

/// What may begin a declaration. A bracket must follow the last two.
static constexpr StringLiteral DeclaringWords[] = {
    "real",      "integer",          "complex",   "logical",
    "character", "double precision", "dimension", "doubleprecision",
    "pointer",   "allocatable",      "type",      "class"};

std::optional<Declaration> readDeclaration(StringRef S) {
  const auto *Word =
      find_if(DeclaringWords, [&](StringRef W) { return S.starts_with(W); });
  if (Word == std::end(DeclaringWords))
    return std::nullopt;
  StringRef Rest = S.drop_front(Word->size());
  const bool IsOfClass = *Word == "type" || *Word == "class";
  if (Rest.empty() || !StringRef(IsOfClass ? "(" : "( *,:").contains(Rest[0]))
    return std::nullopt;
  Declaration Its;
  const size_t Colons = S.find("::");
  if (Colons == StringRef::npos && findAssignment(S) != StringRef::npos)
    return std::nullopt;
  if (Colons != StringRef::npos) {
    Its.Attributes = partsOf(S.take_front(Colons));
    Its.Names = partsOf(S.drop_front(Colons + 2));
  } else { // "real*8 w(n)", "real(8)w(n)", "character*(*)t".
    Rest.consume_front("*");
    Rest = Rest.drop_while(isDigit);
    if (Rest.starts_with("(")) {
      const size_t End = closing(Rest, 0);
      if (End == StringRef::npos)
        return std::nullopt;
      Rest = Rest.drop_front(End + 1);
    }
    Its.Attributes.push_back(S.drop_back(Rest.size()));
    Its.Names = partsOf(Rest.ltrim());
  }
  for (StringRef Name : Its.Names)
    if (Name.empty() || !isPartOfName(Name[0]) ||
        findWord(Name, "function") != StringRef::npos)
      return std::nullopt;
  return Its;
}

} // namespace anomalloc::fortran
