//===- RowsTogether.cpp - rows that get one length at once ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "vector-of-vector/RowsTogether.h"
#include "utils/ast/SourceText.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

bool isIndex(const Expr &E, const ASTContext &Context) {
  const QualType Written = E.IgnoreImplicit()->getType();
  return Written->isIntegralOrUnscopedEnumerationType() &&
         Context.getTypeSize(Written) <=
             Context.getTypeSize(Context.getSizeType());
}

/// How many bits a length may have; nullopt if it may be negative.
static std::optional<unsigned> bitsOf(const Expr &Length,
                                      const ASTContext &Context) {
  if (auto Constant = constantOf(&Length, Context))
    return 64 - countl_zero(*Constant);
  const Expr *Written = Length.IgnoreImplicit();
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Written))
    if (const CXXMethodDecl *Method = Call->getMethodDecl();
        Method && isOfStd(*Method) && methodName(*Call) == "size")
      return 48; // no address space is larger
  if (const auto *Sum = dyn_cast<BinaryOperator>(Written);
      Sum && Sum->getOpcode() == BO_Add)
    if (auto Left = bitsOf(*Sum->getLHS(), Context))
      if (auto Right = bitsOf(*Sum->getRHS(), Context);
          Right && std::max(*Left, *Right) < 64)
        return std::max(*Left, *Right) + 1;
  if (!Written->getType()->isUnsignedIntegerOrEnumerationType())
    return std::nullopt;
  return Context.getTypeSize(Written->getType());
}

/// See RowsTogether::MayHideError.
static bool mayHideError(const RowsTogether &Init, const ASTContext &Context) {
  const auto Rows = bitsOf(*Init.Rows, Context);
  const auto Columns = bitsOf(*Init.Columns, Context);
  // Too many, and what is negative is that, throws today and must throw then.
  // A product may be small where its factors are not.
  auto IsShort = [&](const Expr &E) {
    return Context.getTypeSize(E.IgnoreImplicit()->getType()) <= 32;
  };
  auto IsSome = [&](const Expr &E) {
    auto Constant = constantOf(&E, Context);
    return Constant && *Constant && *Constant < (uint64_t(1) << 31);
  };
  return !(Rows && Columns && *Rows + *Columns <= 64) &&
         !(IsSome(*Init.Rows) && IsShort(*Init.Columns)) &&
         !(IsSome(*Init.Columns) && IsShort(*Init.Rows));
}

std::optional<RowsTogether> rowsTogether(const VectorInit &Init,
                                         const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  if (Init.Is != VectorInit::Count || !Init.Value)
    return std::nullopt;
  const VectorInit Row = vectorInit(Init.Value);
  if (Row.Is != VectorInit::Count ||
      !isStd(Row.Construct->getType(), {"vector"}) ||
      !isIndex(*Init.Size, Context) || !isIndex(*Row.Size, Context))
    return std::nullopt;
  // Written as one call, in which nothing but the arguments stands.
  const SourceRange All = Init.Value->getSourceRange();
  const SourceRange Parens = Row.Construct->getParenOrBraceRange();
  if (!isEditable(All, SM) || !isEditable(Init.Size->getSourceRange(), SM) ||
      Parens.isInvalid() || !textOf(Parens, Context).starts_with("(") ||
      !textOf(All, Context).ends_with(")") || losesComment(All, "", Context))
    return std::nullopt;
  RowsTogether Found{Init.Size, Row.Size, Row.Value, Init.Value};
  Found.MayHideError = mayHideError(Found, Context);
  return Found;
}

} // namespace clang::tidy::anomalloc
