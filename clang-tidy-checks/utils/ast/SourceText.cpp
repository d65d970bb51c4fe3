//===- SourceText.cpp - the text behind the syntax tree -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/ast/SourceText.h"
#include "anomalloc/SystemPaths.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

bool isInstalledHeader(StringRef Path) {
  SmallString<128> Plain(Path);
  llvm::sys::path::remove_dots(Plain, /*remove_dot_dot=*/true);
  return ::anomalloc::isSystemPath(
      std::string_view(Plain.data(), Plain.size()));
}

bool isEditable(SourceLocation Loc, const SourceManager &SM) {
  return Loc.isValid() && !Loc.isMacroID() && !SM.isInSystemHeader(Loc) &&
         !isInstalledHeader(SM.getFilename(Loc));
}

bool isEditable(SourceRange Range, const SourceManager &SM) {
  return isEditable(Range.getBegin(), SM) && isEditable(Range.getEnd(), SM) &&
         SM.getFileID(Range.getBegin()) == SM.getFileID(Range.getEnd());
}

StringRef textOf(SourceRange Range, const ASTContext &Context) {
  return Lexer::getSourceText(CharSourceRange::getTokenRange(Range),
                              Context.getSourceManager(),
                              Context.getLangOpts());
}

bool losesComment(SourceRange Range, StringRef Kept,
                  const ASTContext &Context) {
  auto Comments = [](StringRef Text) {
    return Text.count("/*") + Text.count("//");
  };
  return Comments(textOf(Range, Context)) != Comments(Kept);
}

/// The file's text around an offset.
static StringRef fileOf(SourceLocation Loc, const SourceManager &SM,
                        unsigned &Offset) {
  auto [File, At] = SM.getDecomposedLoc(Loc);
  Offset = At;
  return SM.getBufferData(File);
}

/// \p Range with the `;` behind it, and with its line if it has one of its own.
static CharSourceRange widened(SourceRange Range, bool NeedsSemicolon,
                               const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  if (!isEditable(Range, SM))
    return {};
  SourceLocation Begin = Range.getBegin(), End = Range.getEnd();
  Token Last;
  if (Lexer::getRawToken(End, Last, SM, Context.getLangOpts()))
    return {};
  if (Last.isNot(tok::semi)) {
    auto Next = Lexer::findNextToken(End, SM, Context.getLangOpts());
    if (Next && Next->is(tok::semi))
      End = Next->getLocation();
    else if (NeedsSemicolon)
      return {};
  }
  End = End.getLocWithOffset(1);
  unsigned From, To;
  StringRef Text = fileOf(Begin, SM, From);
  fileOf(End, SM, To);
  size_t LineStart = Text.rfind('\n', From) + 1; // npos + 1 is 0
  size_t LineEnd = Text.find('\n', To);
  if (LineEnd != StringRef::npos &&
      Text.slice(LineStart, From).trim(" \t").empty() &&
      Text.slice(To, LineEnd).trim(" \t\r").empty()) {
    // From line break to line break: where a removal ends in front of blanks,
    // clang's edit::EditedSource takes one of them along.
    const int Break = LineStart ? 1 : 0;
    Begin = Begin.getLocWithOffset(int(LineStart) - Break - int(From));
    End = End.getLocWithOffset(int(LineEnd) + 1 - Break - int(To));
  }
  return CharSourceRange::getCharRange(Begin, End);
}

CharSourceRange wholeStatement(const Stmt &S, const ASTContext &Context) {
  return widened(S.getSourceRange(), /*NeedsSemicolon=*/true, Context);
}

CharSourceRange wholeMember(const Decl &D, const ASTContext &Context) {
  const auto *F = dyn_cast<FunctionDecl>(&D);
  const bool HasBody =
      F && F->doesThisDeclarationHaveABody() && !F->isDefaulted();
  return widened(D.getSourceRange(), !HasBody, Context);
}

StringRef indentationAt(SourceLocation Loc, const SourceManager &SM) {
  unsigned Offset;
  StringRef Text = fileOf(SM.getExpansionLoc(Loc), SM, Offset);
  StringRef Line = Text.substr(Text.rfind('\n', Offset) + 1);
  return Line.take_while([](char C) { return C == ' ' || C == '\t'; });
}

SourceLocation aboveComments(const Decl &D, const SourceManager &SM) {
  auto [File, Offset] = SM.getDecomposedLoc(D.getBeginLoc());
  StringRef Above = SM.getBufferData(File).take_front(Offset);
  size_t Line = Above.rfind('\n') + 1;
  if (!Above.substr(Line).trim().empty())
    return D.getBeginLoc();
  size_t Found = Line;
  while (Line > 0) {
    const size_t Before = Above.take_front(Line - 1).rfind('\n') + 1;
    StringRef Text = Above.slice(Before, Line).trim();
    if (Text.starts_with("/*") || Text.ends_with("*/"))
      return D.getBeginLoc(); // who knows where it begins
    if (!Text.starts_with("//"))
      break;
    Found = Line = Before;
  }
  const size_t Indent = Above.substr(Found).find_first_not_of(" \t");
  Found = Indent == StringRef::npos ? Offset : Found + Indent;
  return SM.getLocForStartOfFile(File).getLocWithOffset(
      int(std::min<size_t>(Found, Offset)));
}

SmallVector<FixItHint, 2> makeConstReference(const VarDecl &V,
                                             const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const TypeSourceInfo *Info = V.getTypeSourceInfo();
  QualType Type = V.getType();
  if (!Info || Type->isReferenceType() || Type->isArrayType() ||
      Type->isPointerType() || !isEditable(V.getSourceRange(), SM))
    return {};
  if (const auto *Auto = Type->getAs<AutoType>();
      Auto && Auto->isDecltypeAuto())
    return {};
  // `std::string const V`, `auto const V`: the qualifiers stand outside the
  // range of the type as written.
  SourceLocation TypeBegin = V.getTypeSpecStartLoc();
  SourceRange Spelled(TypeBegin, Info->getTypeLoc().getEndLoc());
  if (!isEditable(Spelled, SM))
    return {};
  SmallVector<FixItHint, 2> Fixes;
  if (V.getLocation().isValid() && V.getIdentifier())
    Fixes.push_back(FixItHint::CreateInsertion(V.getLocation(), "&"));
  else { // an unnamed parameter: behind the type
    SourceLocation End = Lexer::getLocForEndOfToken(Spelled.getEnd(), 0, SM,
                                                    Context.getLangOpts());
    Fixes.push_back(FixItHint::CreateInsertion(End, " &"));
  }
  if (!Type.isLocalConstQualified())
    Fixes.push_back(FixItHint::CreateInsertion(TypeBegin, "const "));
  return Fixes;
}

} // namespace clang::tidy::anomalloc
