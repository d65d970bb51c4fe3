//===- FortranStatement.cpp - what a statement makes blocks for -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/FortranStatement.h"
#include "Support/FortranDeclarations.h"
#include "Support/FortranNames.h"
#include "Support/FortranWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {
namespace fortran {
namespace {

/// Whether \p S is an array that is made of elements, and of \p Array.
bool isConstructorWith(StringRef S, StringRef Array) {
  if (S.consume_front("[") ? S.consume_back("]")
                           : S.consume_front("(/") && S.consume_back("/)"))
    return is_contained(partsOf(S), Array);
  return false;
}

/// Whether \p S is a text in quotes, and no more: "kind_'...'".
bool isLiteral(StringRef S) {
  S = S.drop_while(isPartOfName);
  return !S.empty() && (S[0] == '\'' || S[0] == '"') &&
         all_of(S, [&](char C) { return C == S[0]; });
}

/// What the arguments of a statement's calls are.
struct Arguments {
  Parts Apart;       ///< Sections whose elements lie apart.
  Parts Whole;       ///< Variables, and sections whose elements lie in a row.
  Parts Expressions; ///< With operators, or made of elements.
  Parts Vectors;     ///< "a(indices)": elements by an array of indices.
  Parts Unclear;     ///< Elements, or results of functions, or Vectors.
  bool IsSureCall = true;
  bool AreTransposed = true; ///< Of all that lie apart.

  FortranWork ofApart() const {
    return AreTransposed ? FortranWork::Section : FortranWork::SectionOfParts;
  }
};

class Reader : Names {
public:
  Reader(const FortranText &Text, const FortranSource &Source, uint32_t Line)
      : Names{Source, Line}, Text(Text), Small(StringRef(Text.Text).lower()) {}

  FortranStatement read();

private:
  /// What the source says where \p S, of Small, stands.
  std::string written(StringRef S) const;
  std::string written(const Parts &All) const;
  FortranStatement say(FortranWork Work, std::string Piece = "",
                       bool InDoubt = false) const {
    return {Work, std::move(Piece), InDoubt, ""};
  }
  void takeArgument(StringRef S, bool OfStatement, Arguments &To) const;
  void walk(StringRef S, Arguments &To) const;
  static bool hasText(StringRef S);

  FortranStatement call(StringRef S) const;
  FortranStatement assignment(StringRef S, size_t Equals) const;
  FortranStatement inputOutput(StringRef S) const;
  FortranStatement expression(StringRef S) const;

  const FortranText &Text;
  const std::string Small; ///< Text.Text in small letters.
};

std::string Reader::written(StringRef S) const {
  const size_t Begin = size_t(S.data() - Small.data());
  std::string Its;
  char Quote = 0;
  auto Literal = Text.Literals.begin();
  for (size_t I = 0; I != Begin + S.size(); ++I) {
    const char C = Text.Text[I];
    if (I >= Begin)
      Its += C;
    if (Quote) { // Nothing else stands in quotes.
      Quote = 0;
    } else if (C == '\'' || C == '"') {
      Quote = C;
      if (I >= Begin)
        Its += *Literal;
      ++Literal;
    }
  }
  return Its;
}

std::string Reader::written(const Parts &All) const {
  constexpr size_t Most = 3;
  std::string Its;
  for (StringRef S : ArrayRef(All).take_front(Most))
    Its += (Its.empty() ? "" : ", ") + written(S);
  return Its + (All.size() > Most ? ", ..." : "");
}

bool Reader::hasText(StringRef S) {
  return S.contains("//") || callsOneOf(TextFunctions, S);
}

void Reader::takeArgument(StringRef S, bool OfStatement, Arguments &To) const {
  // "name=value".
  const size_t Equals = findAssignment(S);
  if (Equals != StringRef::npos && all_of(S.take_front(Equals), isPartOfName))
    S = S.drop_front(Equals + 1);
  Designator Its = readDesignator(S);
  const StringRef Name = S.take_while(isPartOfName);
  if (is_contained(TextFunctions, Name) || is_contained(ArrayFunctions, Name))
    Its = Designator();
  if (Its.IsOne && Its.IsSection && Its.IsApart) {
    To.Apart.push_back(S);
    To.AreTransposed &= Its.IsTransposed;
  } else if (Its.IsOne && (Its.IsSection || !Its.HasBrackets)) {
    if (OfStatement || Its.IsSection)
      To.Whole.push_back(S);
  } else if (Its.IsOne && OfStatement && !is_contained(Intrinsics, Name)) {
    (hasVectorSubscript(S) ? To.Vectors : To.Unclear).push_back(S);
  } else if (!Its.IsOne && OfStatement && any_of(S, isAlpha) &&
             (hasText(S) || !StringRef("'\".").contains(S.front()))) {
    To.Expressions.push_back(S);
  }
  walk(S, To);
}

/// Looks for calls of functions in \p S that take sections.
void Reader::walk(StringRef S, Arguments &To) const {
  for (size_t I = 0; I < S.size(); ++I) {
    if (!isPartOfName(S[I]))
      continue;
    const StringRef Name = S.drop_front(I).take_while(isPartOfName);
    I += Name.size();
    if (I >= S.size() || S[I] != '(')
      continue;
    const size_t End = closing(S, I);
    if (End == StringRef::npos)
      return;
    const StringRef Inner = S.slice(I + 1, End);
    const Parts All = partsOf(Inner);
    if (haveRange(All) || is_contained(Intrinsics, Name)) {
      walk(Inner, To);
    } else {
      const size_t Before = To.Apart.size();
      for (StringRef P : All)
        takeArgument(P, /*OfStatement=*/false, To);
      if (To.Apart.size() != Before && !Source.scopes().hasFunction(Name))
        To.IsSureCall = false;
    }
    I = End;
  }
}

FortranStatement Reader::call(StringRef S) const {
  const size_t Open = S.find('(');
  if (Open == StringRef::npos)
    return {};
  // The last bracket of "call a%b(i)%c(x)" has the arguments.
  size_t Begin = Open;
  for (size_t At = Open; At != StringRef::npos; At = findOutside(S, '(', At)) {
    Begin = At;
    At = closing(S, At);
    if (At == StringRef::npos)
      return {};
    ++At;
  }
  const size_t Last = closing(S, Begin);
  Arguments Its;
  for (StringRef P : partsOf(S.slice(Begin + 1, Last)))
    if (!P.empty())
      takeArgument(P, /*OfStatement=*/true, Its);
  auto IsArray = [](StringRef P) {
    return P.contains('[') || P.contains("(/") || P.contains(':') ||
           callsOneOf(ArrayFunctions, P);
  };
  Parts Arrays, Texts;
  for (StringRef P : Its.Expressions) {
    if (hasText(P))
      Texts.push_back(P);
    else if (IsArray(P))
      Arrays.push_back(P);
  }
  if (!Its.Apart.empty())
    return say(Its.ofApart(), written(Its.Apart),
               !Arrays.empty() || !Texts.empty() || !Its.IsSureCall);
  if (!Arrays.empty())
    return say(FortranWork::Temporary, written(Arrays), !Texts.empty());
  if (!Texts.empty())
    return say(FortranWork::Text, written(Texts));
  if (!Its.Expressions.empty())
    return say(FortranWork::Temporary, written(Its.Expressions),
               /*InDoubt=*/true);
  const bool MayCopy =
      any_of(Its.Whole, [&](StringRef P) { return mayBeArray(P); });
  if (!Its.Vectors.empty())
    return say(FortranWork::Temporary, written(Its.Vectors),
               MayCopy || !Its.Unclear.empty());
  if (!Its.Unclear.empty())
    return MayCopy ? say(FortranWork::Argument, "", /*InDoubt=*/true)
                   : say(FortranWork::Temporary, written(Its.Unclear),
                         /*InDoubt=*/true);
  if (Its.Whole.empty())
    return {};
  Parts Sections;
  copy_if(Its.Whole, std::back_inserter(Sections),
          [](StringRef P) { return P.contains('('); });
  const Parts &Named = Sections.empty() ? Its.Whole : Sections;
  return say(FortranWork::Argument, Named.size() == 1 ? written(Named) : "");
}

FortranStatement Reader::assignment(StringRef S, size_t Equals) const {
  const StringRef Left = S.take_front(Equals).trim();
  const StringRef Right = S.drop_front(Equals + 1).trim();
  const Designator To = readDesignator(Left);
  const bool IsWhole = !To.HasBrackets;
  const std::optional<bool> Allocatable = Source.isAllocatable(Left, Line);
  const bool MayAllocate = IsWhole && Allocatable.value_or(true);
  const Designator Of = readDesignator(Right);
  const bool IsText =
      Source.isText(Left, Line) ||
      (!To.IsSection && !(IsWhole && isArray(Left)) &&
       (isLiteral(Right) || (Of.IsOne && Source.isText(Right, Line))));
  // "a=a(i)": an array of indices, or nothing is made.
  const bool IsOfLeft = IsWhole && Right.starts_with((Left + "(").str());
  const bool IsPart = Of.IsOne && Of.HasBrackets && !Of.IsSection;
  const bool MayCall =
      IsPart && !callsFunction(Right) && mayCallFunction(Right);
  const bool IsCopy =
      Of.IsOne && !callsFunction(Right) &&
      !(Of.HasBrackets && (Of.IsSection || To.IsSection ||
                           hasVectorSubscript(Right) || IsOfLeft));
  const bool CallsOther =
      MayCall || (IsPart && callsFunction(Right) &&
                  !is_contained(Intrinsics, Right.take_while(isPartOfName)));
  // A component mostly stays allocated from one call to the next.
  const bool MayBeBoth =
      MayAllocate &&
      (CallsOther || (Left.contains('%') && !Of.IsSection &&
                      Right.find_first_of("([") != StringRef::npos));
  Arguments Args;
  walk(Right, Args);
  FortranStatement Its;
  if (hasText(Right)) {
    StringRef Rest = Right;
    Its = IsWhole && Rest.consume_front(Left) && Rest.starts_with("//")
              ? say(FortranWork::TextGrows, written(Left))
              : say(FortranWork::Text, written(Right));
  } else if (IsWhole && isConstructorWith(Right, Left)) {
    Its = say(FortranWork::Appended, written(Left));
  } else if (!Args.Apart.empty()) {
    Its = say(Args.ofApart(), written(Args.Apart),
              !Args.IsSureCall || MayAllocate);
  } else if (IsCopy && !MayCall) {
    Its = say(FortranWork::Copied, written(Right), Of.HasBrackets);
  } else if (IsText && MayAllocate) {
    Its = say(FortranWork::TextAssigned, written(Left), !Allocatable);
  } else if (IsCopy && mayBeObject(Left)) {
    Its = say(FortranWork::CopiedOrReturned, written(Right), /*InDoubt=*/true);
  } else if (MayBeBoth) {
    Its = say(FortranWork::TemporaryOrAssigned, written(Right), MayCall);
  } else {
    // Of arrays, these functions make arrays.
    const std::optional<Variable> One = declared(Left);
    const bool MakesText =
        IsText ||
        (One && !One->IsArray && !One->IsAllocatable && callsFunction(Right) &&
         is_contained(TextTakers, Right.take_while(isPartOfName)));
    Its = say(MakesText ? FortranWork::Text : FortranWork::Temporary,
              written(Right), MayCall || (MayAllocate && !Allocatable));
  }
  if (MayAllocate)
    Its.Left = written(Left);
  return Its;
}

/// Texts that are made for a format, or to be written, are its piece.
FortranStatement Reader::inputOutput(StringRef S) const {
  Parts Texts;
  bool HasOthers = false;
  auto Take = [&](StringRef List) {
    for (StringRef P : partsOf(List)) {
      const size_t Equals = findAssignment(P);
      P = P.drop_front(Equals == StringRef::npos ? 0 : Equals + 1);
      if (hasText(P))
        Texts.push_back(P);
      else
        HasOthers |= !readDesignator(P).IsOne && any_of(P, isAlpha);
    }
  };
  const size_t Open =
      S.starts_with("print") ? StringRef::npos : findOutside(S, '(');
  const size_t End = Open == StringRef::npos ? Open : closing(S, Open);
  if (End == StringRef::npos)
    Take(S.drop_while(isAlpha));
  else
    Take(S.slice(Open + 1, End)), Take(S.drop_front(End + 1));
  return say(FortranWork::InputOutput, Texts.empty() ? "" : written(Texts),
             HasOthers);
}

FortranStatement Reader::expression(StringRef S) const {
  Arguments Its;
  walk(S, Its);
  if (!Its.Apart.empty())
    return say(Its.ofApart(), written(Its.Apart), !Its.IsSureCall);
  if (hasText(S))
    return say(FortranWork::Text, "");
  return say(FortranWork::Temporary);
}

FortranStatement Reader::read() {
  StringRef S = Small;
  // A label.
  S = S.drop_while(isDigit).ltrim();
  // if (condition) statement
  while (S.starts_with("if(") || S.starts_with("else if(") ||
         S.starts_with("elseif(")) {
    const size_t Open = S.find('('), End = closing(S, Open);
    if (End == StringRef::npos)
      return {};
    const StringRef Rest = S.drop_front(End + 1).trim();
    if (Rest.starts_with("then") && findAssignment(Rest) == StringRef::npos)
      return expression(S.slice(Open + 1, End));
    S = Rest;
  }
  const size_t Equals = findAssignment(S);
  const bool IsDo = S.starts_with("do ") || S.starts_with("do,");
  if (const std::optional<Declaration> Its = readDeclaration(S)) {
    const Parts Arrays = automaticArrays(*Its, Source.scopes(), Line);
    return Arrays.empty() ? FortranStatement()
                          : say(FortranWork::Automatic, written(Arrays));
  }
  if (Equals == StringRef::npos || IsDo) {
    if (S.starts_with("allocate(")) {
      const size_t Open = S.find('(');
      Parts Objects;
      for (StringRef P : partsOf(S.slice(Open + 1, closing(S, Open)))) {
        const size_t Colons = P.find("::"); // "real::a(n)"
        if (Colons != StringRef::npos)
          P = P.drop_front(Colons + 2);
        if (findAssignment(P) == StringRef::npos)
          Objects.push_back(P);
      }
      return say(FortranWork::Allocate, written(Objects));
    }
    if (S.consume_front("call "))
      return call(S);
    if (any_of(InputOutputWords, [&](StringRef W) { return S.starts_with(W); }))
      return inputOutput(S);
    if (S.starts_with("deallocate(") || S.starts_with("case(") ||
        S.starts_with("end") || readHead(S) || S.starts_with("use ") ||
        S.contains("=>") || S == "return" || S == "then" || S == "else")
      return {};
    return expression(S);
  }
  if (S.starts_with("where(") || S.starts_with("forall(")) {
    const size_t End = closing(S, S.find('('));
    if (End != StringRef::npos && End < Equals)
      return say(FortranWork::Temporary);
  }
  return assignment(S, Equals);
}

} // namespace
} // namespace fortran

FortranStatement readStatement(const FortranText &Text,
                               const FortranSource &Source, uint32_t Line) {
  // Brackets may be as deep as the text is long.
  constexpr size_t Longest = 4096;
  if (Text.Text.size() > Longest)
    return {};
  return fortran::Reader(Text, Source, Line).read();
}

} // namespace anomalloc
