//===- TextSource.cpp - what a std::string is made of ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/TextSource.h"
#include "utils/ast/Descend.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

std::string TextSource::describe() const {
  switch (Is) {
  case Literal:
    return "a string literal" +
           (Length ? " of " + std::to_string(*Length) + " characters" : "");
  case Pointer:
  case Range:
    return "the text behind a 'char *'";
  case Iterators:
    return "the text between two iterators";
  case View:
    return "the text of a 'std::string_view'";
  case Substring:
    return "a part of a string";
  case None:
    break;
  }
  return "";
}

static bool isPlainChar(QualType Type) {
  return !Type.isNull() && (Type->isSpecificBuiltinType(BuiltinType::Char_S) ||
                            Type->isSpecificBuiltinType(BuiltinType::Char_U));
}

/// Whether the type is a pointer to characters that stand side by side, or an
/// iterator of std that is made of such a pointer.
static bool isCharIterator(QualType Type) {
  if (Type->isRecordType() && isOfStd(*Type->getAsRecordDecl()) &&
      !isStd(Type, {"reverse_iterator", "move_iterator"}))
    Type = typeArgument(Type, 0);
  return !Type.isNull() && Type->isPointerType() &&
         isPlainChar(Type->getPointeeType());
}

bool isPlainString(QualType Type) {
  return isStdString(Type) && isPlainChar(typeArgument(Type, 0)) &&
         stdName(typeArgument(Type, 2)) == "allocator";
}

static std::optional<uint64_t> constantOf(const Expr &E,
                                          const ASTContext &Context) {
  Expr::EvalResult Result;
  if (E.isValueDependent() || !E.getType()->isIntegralOrEnumerationType() ||
      !E.EvaluateAsInt(Result, Context))
    return std::nullopt;
  return Result.Val.getInt().getLimitedValue();
}

std::optional<uint64_t> literalLength(const Expr &E) {
  const Expr *Plain = E.IgnoreParenImpCasts();
  if (const auto *Literal = dyn_cast<StringLiteral>(Plain)) {
    if (Literal->getCharByteWidth() != 1)
      return std::nullopt;
    return Literal->getString().split('\0').first.size();
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Plain)) {
    auto A = literalLength(*Choice->getTrueExpr());
    auto B = literalLength(*Choice->getFalseExpr());
    if (A && B)
      return std::max(*A, *B);
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Plain)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    const Expr *Init = V ? V->getAnyInitializer() : nullptr;
    const QualType Type = Ref->getDecl()->getType();
    if (Init && isa<StringLiteral>(Init->IgnoreParenImpCasts()) &&
        (Type.isConstQualified() ||
         (Type->isArrayType() &&
          Type->getAsArrayTypeUnsafe()->getElementType().isConstQualified())))
      return literalLength(*Init);
  }
  return std::nullopt;
}

/// The call or construction that makes the value of \p E.
static const Expr *maker(const Expr *E) {
  while (true) {
    const Expr *Inner = E->IgnoreParens();
    if (const Expr *Wrapped = operandOfWrapper(*Inner))
      Inner = Wrapped;
    else if (const auto *Cast = dyn_cast<CastExpr>(Inner);
             Cast && (Cast->getCastKind() == CK_ConstructorConversion ||
                      Cast->getCastKind() == CK_NoOp))
      Inner = Cast->getSubExpr();
    else if (const auto *Copy = dyn_cast<CXXConstructExpr>(Inner);
             Copy && Copy->isElidable() && Copy->getNumArgs())
      Inner = Copy->getArg(0);
    if (Inner == E)
      return E;
    E = Inner;
  }
}

TextSource textSourceOf(const Expr &String, const ASTContext &Context) {
  TextSource Source;
  const Expr *Made = maker(&String);
  if (Made->isTypeDependent() || !isPlainString(Made->getType()))
    return Source;
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Made)) {
    const Expr *Object = calledOn(*Call);
    if (methodName(*Call) != "substr" || !Object || !Call->getNumArgs())
      return Source;
    QualType Type = Object->getType();
    if (Type->isPointerType())
      Type = Type->getPointeeType();
    if (!isPlainString(Type))
      return Source;
    Source.Is = TextSource::Substring;
    Source.Chars = Object;
    Source.Substr = Call;
    if (Call->getNumArgs() == 2 && !isa<CXXDefaultArgExpr>(Call->getArg(1)))
      Source.Length = constantOf(*Call->getArg(1), Context);
    return Source;
  }
  const auto *Construct = dyn_cast<CXXConstructExpr>(Made);
  if (!Construct || Construct->isStdInitListInitialization())
    return Source;
  unsigned Written = 0;
  while (Written < Construct->getNumArgs() &&
         !isa<CXXDefaultArgExpr>(Construct->getArg(Written)))
    ++Written;
  if (Written != 1 && Written != 2)
    return Source;
  const Expr *First = Construct->getArg(0);
  const QualType Type = First->getType();
  const bool IsPointer =
      (Type->isPointerType() || Type->isArrayType()) &&
      isPlainChar(QualType(Type->getPointeeOrArrayElementType(), 0));
  Source.Chars = First->IgnoreParenImpCasts();
  Source.Construct = Construct;
  if (Written == 1 && IsPointer) {
    Source.Length = literalLength(*First);
    Source.Is = Source.Length ? TextSource::Literal : TextSource::Pointer;
  } else if (Written == 1 && isStd(Type, {"basic_string_view"})) {
    Source.Is = TextSource::View;
  } else if (Written == 2 && IsPointer &&
             Construct->getArg(1)->getType()->isIntegralOrEnumerationType()) {
    Source.Length = constantOf(*Construct->getArg(1), Context);
    Source.Is = TextSource::Range;
  } else if (Written == 2 && isCharIterator(Type) &&
             isCharIterator(Construct->getArg(1)->getType())) {
    Source.Is = TextSource::Iterators;
  }
  return Source;
}

} // namespace clang::tidy::anomalloc
