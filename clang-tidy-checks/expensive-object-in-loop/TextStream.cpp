//===- TextStream.cpp - what a string stream is made for ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "expensive-object-in-loop/TextStream.h"
#include "utils/ast/Climb.h"
#include "utils/framework/StdSince.h"
#include "utils/objects/StdTypes.h"

namespace clang::tidy::anomalloc {

namespace {
/// How often a stream is used for what.
struct Uses {
  unsigned Fills = 0;             ///< str(Text)
  unsigned Texts = 0;             ///< str()
  unsigned Splits = 0;            ///< getline(Stream, Item, Delimiter)
  unsigned Prints = 0, Reads = 0; ///< << and >>, of a number
  unsigned Asks = 0;              ///< fail(), eof(), if (Stream)
  bool Others = false;
};
} // namespace

/// Through a cast to the base class, which is what the operators take.
static const Expr &asStream(const Expr &Reference,
                            const ReferenceIndex &Index) {
  return ascend<ImplicitCastExpr, ParenExpr>(Reference, Index);
}

static void count(const Expr &Reference, const ReferenceIndex &Index,
                  Uses &Found) {
  const Expr &Stream = asStream(Reference, Index);
  const DynTypedNode User = Index.parentOf(Stream);
  if (const auto *Member = User.get<MemberExpr>()) {
    const auto *Call = Index.parentOf(*Member).get<CXXMemberCallExpr>();
    const StringRef Name = Call ? methodName(*Call) : "";
    if (Name == "str")
      ++(Call->getNumArgs() ? Found.Fills : Found.Texts);
    else if (Name == "fail" || Name == "eof" || Name == "good" ||
             Name == "bad" ||
             (Call && isa<CXXConversionDecl>(Call->getMethodDecl())))
      ++Found.Asks;
    else
      Found.Others = true;
    return;
  }
  const auto *Call = User.get<CallExpr>();
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const auto *Operator = User.get<CXXOperatorCallExpr>();
  if (Operator && Operator->getNumArgs() == 2 &&
      Operator->getArg(0) == &Stream) {
    const QualType Type = Operator->getArg(1)->IgnoreParenImpCasts()->getType();
    const bool IsNumber =
        Type->isArithmeticType() && !Type->isAnyCharacterType();
    // A chain goes on with what the operator returns.
    const Expr &Result = asStream(*Operator, Index);
    const auto *Next = Index.parentOf(Result).get<CallExpr>();
    const bool Chained = Next && Next->getNumArgs() > 1;
    if (IsNumber && !Chained && Operator->getOperator() == OO_LessLess)
      ++Found.Prints;
    else if (IsNumber && !Chained &&
             Operator->getOperator() == OO_GreaterGreater)
      ++Found.Reads;
    else
      Found.Others = true;
  } else if (Callee && isStdFunction(*Callee, {"getline"}) &&
             Call->getNumArgs() == 3) {
    ++Found.Splits;
  } else {
    Found.Others = true;
  }
}

TextStream whatServes(const VarDecl &Stream, const CXXConstructExpr &Made,
                      const ReferenceIndex &Index) {
  Uses Found;
  for (const Expr *Reference : Index.to(Stream))
    count(*Reference, Index, Found);
  if (Found.Others)
    return TextStream::More;
  const bool HasText = Found.Fills + (Made.getNumArgs() &&
                                      isStdString(Made.getArg(0)->getType())) ==
                       1;
  if (HasText && Found.Splits && !Found.Prints && !Found.Reads && !Found.Texts)
    return TextStream::Splits;
  if (HasText && Found.Reads == 1 && !Found.Prints && !Found.Splits &&
      !Found.Texts)
    return TextStream::Reads;
  if (!HasText && Found.Prints == 1 && Found.Texts == 1 && !Found.Reads &&
      !Found.Splits && !Found.Asks)
    return TextStream::Prints;
  return TextStream::More;
}

std::string purposeOf(TextStream Serves) {
  switch (Serves) {
  case TextStream::Splits:
    return "only to split a text";
  case TextStream::Prints:
    return "only to print one number";
  case TextStream::Reads:
    return "only to read one number";
  case TextStream::More:
    break;
  }
  llvm_unreachable("other streams have their uses");
}

std::string insteadOf(TextStream Serves, const LangOptions &Language) {
  switch (Serves) {
  case TextStream::Splits:
    return "'find' and 'substr' split the text where it is";
  case TextStream::Prints:
    return "'std::to_string', or 'snprintf' for the form of a 'double', needs "
           "none";
  case TextStream::Reads:
    return hasStd(StdPart::FromChars, Language)
               ? "'std::stod' and its kin, or 'std::from_chars' for an "
                 "integer, need none"
               : "'std::stod' and its kin need none";
  case TextStream::More:
    break;
  }
  llvm_unreachable("other streams have their uses");
}

} // namespace clang::tidy::anomalloc
