//===- ArrayRewrite.cpp - a local vector becomes a std::array -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "constant-size-vector/ArrayRewrite.h"
#include "utils/ast/SourceText.h"
#include "utils/framework/Compat.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

std::string templateArgument(const Expr &Size, uint64_t Value,
                             const ASTContext &Context) {
  const Expr *Written = Size.IgnoreUnlessSpelledInSource();
  StringRef Text = textOf(Written->getSourceRange(), Context);
  const bool Plain =
      !Text.empty() && Text.size() < 40 &&
      isEditable(Written->getSourceRange(), Context.getSourceManager()) &&
      Text.find_if_not([](char C) {
        return isAlnum(C) || C == '_' || C == ':' || C == ' ' || C == '+' ||
               C == '*' || C == '-' || C == '/' || C == '(' || C == ')';
      }) == StringRef::npos &&
      !Text.contains("//") && !Text.contains("/*");
  return Plain && Size.isCXX11ConstantExpr(Context) ? Text.str()
                                                    : std::to_string(Value);
}

/// `vector<T>` as written, without its qualifiers.
static TemplateSpecializationTypeLoc writtenVector(const VarDecl &V,
                                                   SourceLocation &Begin) {
  if (!V.getTypeSourceInfo())
    return {};
  TypeLoc Loc = V.getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
  Begin = Loc.getBeginLoc();
  auto Template =
      compat::unelaborated(Loc).getAs<TemplateSpecializationTypeLoc>();
  return Template && Template.getNumArgs() == 1
             ? Template
             : TemplateSpecializationTypeLoc();
}

/// Where a token stands that the parser may have split from `>>`.
static SourceLocation unsplit(SourceLocation Loc, const SourceManager &SM) {
  if (Loc.isMacroID() && !SM.getSLocEntry(SM.getFileID(Loc))
                              .getExpansion()
                              .isExpansionTokenRange())
    return SM.getSpellingLoc(Loc);
  return Loc;
}

static bool isZero(const Expr *Value, const ASTContext &Context) {
  Expr::EvalResult Result;
  if (!Value)
    return true;
  if (Value->isValueDependent() || !Value->EvaluateAsRValue(Result, Context) ||
      Result.HasSideEffects)
    return false;
  return (Result.Val.isInt() && Result.Val.getInt().isZero()) ||
         (Result.Val.isFloat() && Result.Val.getFloat().isPosZero()) ||
         (Result.Val.isLValue() && Result.Val.isNullPointer());
}

/// Whether a default-initialised element may get its value later on.
static bool isLeftAlone(QualType Element, const ASTContext &Context) {
  return Element.isTrivialType(Context);
}

namespace {
class Rewrite {
public:
  Rewrite(const VarDecl &V, const DeclStmt &Statement,
          const ReferenceIndex &Index)
      : V(V), Statement(Statement), Around(Index.parentOf(Statement)),
        Context(Index.context()), SM(Context.getSourceManager()) {}

  /// Whether it is known what the declaration stands in.
  bool isPlaced() const { return Around.get<Stmt>() != nullptr; }
  bool type(StringRef Size);
  bool init(const VectorInit &Init, const CXXMemberCallExpr *Resize);
  SmallVector<FixItHint, 4> Fixes;

private:
  SourceLocation endOf(SourceLocation Token) const {
    return Lexer::getLocForEndOfToken(Token, 0, SM, Context.getLangOpts());
  }
  /// From behind the name.
  void replaceInit(SourceLocation End, StringRef Text) {
    SourceLocation Begin = endOf(V.getLocation());
    if (SM.isBeforeInTranslationUnit(Begin, End) || !Text.empty())
      Fixes.push_back(FixItHint::CreateReplacement(
          CharSourceRange::getCharRange(Begin, End), Text));
  }
  bool list(const InitListExpr &Elements);
  bool fill(const Expr &Value, const Stmt *InsteadOf);

  const VarDecl &V;
  const DeclStmt &Statement;
  const DynTypedNode Around;
  ASTContext &Context;
  const SourceManager &SM;
};
} // namespace

bool Rewrite::type(StringRef Size) {
  SourceLocation Begin;
  auto Template = writtenVector(V, Begin);
  if (!Template)
    return false;
  SourceLocation Left = Template.getLAngleLoc().getLocWithOffset(1);
  SourceLocation Right = unsplit(Template.getRAngleLoc(), SM);
  if (!isEditable({Begin, Left}, SM) || !isEditable({Left, Right}, SM) ||
      !isEditable(V.getSourceRange(), SM))
    return false;
  StringRef Element =
      Lexer::getSourceText(CharSourceRange::getCharRange(Left, Right), SM,
                           Context.getLangOpts())
          .trim();
  if (Element.empty())
    return false;
  Fixes.push_back(FixItHint::CreateReplacement(
      CharSourceRange::getCharRange(Begin, Right),
      ("std::array<" + Element + ", " + Size).str()));
  return true;
}

bool Rewrite::list(const InitListExpr &Elements) {
  // What is written, not what it was resolved to.
  const InitListExpr *Written =
      Elements.isSemanticForm() ? Elements.getSyntacticForm() : &Elements;
  if (!Written)
    Written = &Elements;
  SourceLocation Open = Written->getLBraceLoc();
  SourceLocation Close = Written->getRBraceLoc();
  if (!isEditable({Open, Close}, SM))
    return false;
  // Inner braces could be taken for those of the array itself.
  bool Twice = typeArgument(V.getType(), 0)->isRecordType();
  for (const Expr *Element : Written->inits())
    Twice |= isa<InitListExpr>(Element->IgnoreImplicit());
  replaceInit(Open, Twice ? " = {" : " = ");
  SourceLocation End = endOf(V.getEndLoc());
  SourceLocation BehindList = Close.getLocWithOffset(1);
  if (BehindList != End) // vector<T> v({a, b});
    Fixes.push_back(FixItHint::CreateReplacement(
        CharSourceRange::getCharRange(BehindList, End), Twice ? "}" : ""));
  else if (Twice)
    Fixes.push_back(FixItHint::CreateInsertion(End, "}"));
  return true;
}

bool Rewrite::fill(const Expr &Value, const Stmt *InsteadOf) {
  StringRef Text = textOf(Value.getSourceRange(), Context);
  if (V.getType().isConstQualified() || Text.empty() ||
      !isLeftAlone(typeArgument(V.getType(), 0), Context) ||
      !isEditable(Value.getSourceRange(), SM) || !Around.get<CompoundStmt>())
    return false;
  std::string Call = (V.getName() + ".fill(" + Text + ")").str();
  if (InsteadOf)
    Fixes.push_back(
        FixItHint::CreateReplacement(InsteadOf->getSourceRange(), Call));
  else
    Fixes.push_back(FixItHint::CreateInsertion(
        Statement.getEndLoc().getLocWithOffset(1),
        ("\n" + indentationAt(Statement.getBeginLoc(), SM) + Call + ";")
            .str()));
  return true;
}

bool Rewrite::init(const VectorInit &Init, const CXXMemberCallExpr *Resize) {
  SourceLocation End = endOf(V.getEndLoc());
  if (Init.Is == VectorInit::List)
    return !Resize && list(*Init.Elements);
  if (losesComment({V.getLocation(), V.getEndLoc()}, "", Context))
    return false;
  if (!Resize) {
    const bool Zero = isZero(Init.Value, Context);
    replaceInit(End, Zero ? " = {}" : "");
    return Zero || fill(*Init.Value, nullptr);
  }
  const Expr *Value = Resize->getNumArgs() > 1 ? Resize->getArg(1) : nullptr;
  if (Value && isa<CXXDefaultArgExpr>(Value))
    Value = nullptr;
  if (!isZero(Value, Context)) {
    replaceInit(End, "");
    return fill(*Value, Resize);
  }
  replaceInit(End, " = {}");
  CharSourceRange Line = wholeStatement(*Resize, Context);
  if (Line.isInvalid())
    return false;
  Fixes.push_back(FixItHint::CreateRemoval(Line));
  return true;
}

SmallVector<FixItHint, 4>
makeStdArray(const VarDecl &V, const DeclStmt &Statement,
             const VectorInit &Init, const CXXMemberCallExpr *Resize,
             StringRef Size, const ReferenceIndex &Index) {
  Rewrite R(V, Statement, Index);
  if (!Statement.isSingleDecl() || !R.isPlaced() || !R.type(Size) ||
      !R.init(Init, Resize))
    return {};
  return std::move(R.Fixes);
}

} // namespace clang::tidy::anomalloc
