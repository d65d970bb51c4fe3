//===- MeetingFixes.cpp - fixes that must not be joined -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/MeetingFixes.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc::lint {

namespace {
/// Tells, token by token, where a function or another declaration ends, by the
/// braces. What it cannot tell apart is one to it.
class EndFinder {
public:
  /// Whether one ends before \p T. \p Name is that of an identifier.
  bool endsBefore(const clang::Token &T, StringRef Name) {
    // A directive may open a brace that another one closes.
    if (T.is(clang::tok::hash) && T.isAtStartOfLine())
      InDirective = true;
    else if (T.isAtStartOfLine())
      InDirective = false;
    if (InDirective)
      return false;
    bool Ends = std::exchange(AfterSemicolon, false);
    // `X() : A{1}, B{2} {`
    if (std::exchange(AfterBrace, false))
      Ends |=
          !T.isOneOf(clang::tok::comma, clang::tok::l_brace, clang::tok::colon,
                     clang::tok::r_paren, clang::tok::semi) &&
          Name != "catch";
    if (Ends)
      IsClass = HasParen = false;
    if (T.is(clang::tok::l_brace)) {
      // The members of a class, or of a namespace, are by themselves.
      if (!Depth && IsClass && !HasParen) {
        ++Classes;
        AfterSemicolon = true;
      } else {
        ++Depth;
      }
    } else if (T.is(clang::tok::r_brace)) {
      if (Depth)
        AfterBrace = !--Depth;
      else if (Classes)
        AfterBrace = Classes-- > 0;
    } else if (!Depth) {
      HasParen |= T.is(clang::tok::l_paren);
      IsClass |= is_contained(
          {"class", "struct", "union", "namespace", "extern"}, Name);
      AfterSemicolon = T.is(clang::tok::semi);
    }
    return Ends;
  }

private:
  unsigned Depth = 0, Classes = 0;
  bool InDirective = false, IsClass = false, HasParen = false;
  bool AfterBrace = false, AfterSemicolon = false;
};
} // namespace

const MeetingFixes::FileTokens &
MeetingFixes::tokensOf(const std::string &File) {
  auto [At, New] = Known.try_emplace(File);
  const SourceText *Text = New ? Files.get(File) : nullptr;
  if (!Text)
    return At->second;
  clang::LangOptions Language;
  // Raw strings; 1'000.
  Language.CPlusPlus = Language.CPlusPlus11 = Language.CPlusPlus14 = true;
  const StringRef All = Text->text();
  clang::Lexer Raw(clang::SourceLocation(), Language, All.begin(), All.begin(),
                   All.end());
  EndFinder Ends;
  for (clang::Token T; Raw.LexFromRawLexer(T), T.isNot(clang::tok::eof);) {
    const unsigned Begin =
        Raw.getBufferLocation() - All.begin() - T.getLength();
    const StringRef Name = T.is(clang::tok::raw_identifier)
                               ? All.substr(Begin, T.getLength())
                               : StringRef();
    if (Ends.endsBefore(T, Name))
      At->second.Functions.push_back(Begin);
    if (T.is(clang::tok::semi))
      At->second.Semicolons.push_back(Begin);
    else if (!Name.empty())
      At->second.Names.push_back({Begin, Name});
  }
  return At->second;
}

std::pair<unsigned, unsigned>
MeetingFixes::FileTokens::statement(const Edit &E) const {
  auto Next = lower_bound(Semicolons, E.Offset + E.Length);
  auto Before = lower_bound(Semicolons, E.Offset);
  return {Before == Semicolons.begin() ? 0 : *std::prev(Before) + 1,
          Next == Semicolons.end() ? ~0U : *Next};
}

bool MeetingFixes::FileTokens::isNamed(StringRef Name,
                                       std::pair<unsigned, unsigned> In) const {
  auto First = lower_bound(Names, std::make_pair(In.first, StringRef()));
  return any_of(make_range(First, Names.end()), [&](const auto &Token) {
    return Token.first < In.second && Token.second == Name;
  });
}

bool MeetingFixes::FileTokens::inOneFunction(const Edit &A,
                                             const Edit &B) const {
  const auto [First, Last] = std::minmax(A.Offset, B.Offset);
  const auto End = upper_bound(Functions, First);
  return End == Functions.end() || *End > Last;
}

bool addsInclude(const Edit &E) {
  return E.Length == 0 && StringRef(E.Text).contains("#include");
}

bool MeetingFixes::FileTokens::hasMoved(
    StringRef Text, std::pair<unsigned, unsigned> In) const {
  constexpr StringLiteral Move = "std::move(";
  for (size_t At = Text.find(Move); At != StringRef::npos;
       At = Text.find(Move, At + 1)) {
    const StringRef Name =
        Text.substr(At + Move.size()).ltrim("*(&").take_while([](char C) {
          return isAlnum(C) || C == '_';
        });
    if (isNamed(Name, In))
      return true;
  }
  return false;
}

bool MeetingFixes::meet(const Finding &A, const Finding &B) {
  for (const Edit &X : A.Fix)
    for (const Edit &Y : B.Fix) {
      if (X.File != Y.File)
        continue;
      if (addsInclude(X) && addsInclude(Y))
        continue;
      if (X.Offset <= Y.Offset + Y.Length && Y.Offset <= X.Offset + X.Length)
        return true;
      // One check sees what it changes in one statement.
      if (A.Check == B.Check || addsInclude(X) || addsInclude(Y))
        continue;
      const FileTokens &Tokens = tokensOf(X.File);
      if (!Tokens.inOneFunction(X, Y))
        continue;
      const auto OfX = Tokens.statement(X), OfY = Tokens.statement(Y);
      if (OfX.first < OfY.second && OfY.first < OfX.second)
        return true;
      if (Tokens.hasMoved(X.Text, OfY) || Tokens.hasMoved(Y.Text, OfX))
        return true;
    }
  return false;
}

} // namespace anomalloc::lint
