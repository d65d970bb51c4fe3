//===- FollowerStdCalls.cpp - calls of the library ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/framework/Compat.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/Follower.h"
#include "utils/uses/StdUses.h"
#include "clang/AST/ASTContext.h"

using namespace llvm;

namespace clang::tidy::anomalloc::uses {

/// An argument of a member function of std: is it stored?
void Follower::stdMethodArgument(const CXXMethodDecl &Method, const Expr &Call,
                                 QualType Parameter, View V) {
  const CXXRecordDecl &Class = *Method.getParent();
  const bool Stores = storesArguments(Method);
  StringRef Name =
      Class.getDeclName().isIdentifier() ? Class.getName() : StringRef();
  if (!V.isHandle()) {
    if (Method.getOverloadedOperator() == OO_Call || Name == "thread")
      return note(UseKind::Escape, &Call, V); // a std::function
    const bool Swaps =
        Method.getDeclName().isIdentifier() && Method.getName() == "swap";
    if (Swaps)
      return note(UseKind::Assign, &Call, V);
    const bool Const = !Parameter.isNull() && Parameter->isReferenceType() &&
                       Parameter->getPointeeType().isConstQualified();
    if (Stores ||
        (Method.getDeclName().isIdentifier() && Method.getName() == "value_or"))
      return note(UseKind::Copy, &Call, V);
    return note(Const || Method.isConst() ? UseKind::Read : UseKind::Escape,
                &Call, V);
  }
  if (!Stores || Name == "basic_string")
    return note(Parameter.isNull() || !Parameter->isPointerType() ||
                        isConstHandle(Parameter)
                    ? UseKind::Read
                    : UseKind::Write,
                &Call, V);
  // Iterators by value are positions and ranges; references are elements.
  if (!Parameter.isNull() && !Parameter->isReferenceType() &&
      !Parameter->isPointerType())
    return note(UseKind::Read, &Call, V);
  QualType Element = typeArgument(compat::recordType(Class), 0);
  note(!Element.isNull() && !isHandle(Element) ? UseKind::Read
                                               : UseKind::Escape,
       &Call, V);
}

void Follower::stdFunction(StringRef Name, const CallExpr &Call,
                           unsigned Argument, View V) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  QualType Parameter = Callee ? parameterType(Callee, Argument) : QualType();
  std::optional<StdArgument> Known = stdArgumentUse(Name);
  const bool Const = !Parameter.isNull() && Parameter->isReferenceType() &&
                     Parameter->getPointeeType().isConstQualified();
  // std::move(first, last, out), and so on.
  if (Name == "move" && Call.getNumArgs() > 1)
    Known = StdArgument::Write;
  if (!Known) {
    if (V.isHandle() ? !Parameter.isNull() && isConstHandle(Parameter)
                     : Const) {
      if (!isHandle(Call.getType()) || !result(Call, V.as(View::Handle)))
        note(UseKind::Read, &Call, V);
      return;
    }
    return note(UseKind::Escape, &Call, V);
  }
  switch (*Known) {
  case StdArgument::Value:
    if (const CXXRecordDecl *Class =
            Call.getArg(Argument)->getType()->getAsCXXRecordDecl();
        Class && V.isHandle() && isStdPointer(*Class) && Callee) {
      if (isComparison(Callee->getOverloadedOperator()))
        return;
      if (result(Call, V)) // 1 + it
        return;
    }
    return note(UseKind::Read, &Call, V);
  case StdArgument::Same:
    if (!result(Call, V))
      note(UseKind::Read, &Call, V);
    return;
  case StdArgument::Move:
    if (V.isHandle() || Call.isLValue() || Call.getType().isConstQualified())
      return follow(Call, V);
    return note(UseKind::Move, &Call, V);
  case StdArgument::Element:
    if (!result(Call, V.isHandle() ? V : V.as(View::Part)))
      note(UseKind::Read, &Call, V);
    return;
  case StdArgument::Access:
    if (!result(Call, V.as(View::Handle)))
      note(UseKind::Read, &Call, V);
    return;
  case StdArgument::Address:
    return follow(Call, V.isHandle() ? V : V.handle());
  case StdArgument::Store:
    if (V.isHandle() && isHandle(Call.getType()))
      return follow(Call, V);
    return note(V.isHandle() ? UseKind::Escape : UseKind::Copy, &Call, V);
  case StdArgument::Escape:
    return note(UseKind::Escape, &Call, V);
  case StdArgument::Grow:
    note(Argument == 0 ? UseKind::Grow : UseKind::Read, &Call, V);
    if (Name == "operator<<" && Argument == 0)
      follow(Call, V);
    return;
  case StdArgument::Shrink:
    return note(Argument == 0 ? UseKind::Shrink : UseKind::Read, &Call, V);
  case StdArgument::Assign:
    if (Name == "exchange" && Argument == 1)
      return note(UseKind::Copy, &Call, V);
    return note(Const ? UseKind::Read : UseKind::Assign, &Call, V);
  case StdArgument::Read:
  case StdArgument::Write:
  case StdArgument::WriteLast:
    break;
  }

  // An algorithm. A lambda handed to it is called before it returns.
  const Expr *Given = Call.getArg(Argument)->IgnoreParenImpCasts();
  if (const CXXRecordDecl *Class = Given->getType()->getAsCXXRecordDecl();
      Class && Class->isLambda())
    return note(UseKind::Read, &Call, V);
  bool Writes = *Known == StdArgument::Write;
  if (*Known == StdArgument::WriteLast) {
    // Behind the last iterator are only functions.
    unsigned Last = 0;
    for (unsigned I = 0; I != Call.getNumArgs(); ++I) {
      QualType Type = Call.getArg(I)->getType();
      const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
      if (Class ? isStdPointer(*Class)
                : Type->isPointerType() && !Type->isFunctionPointerType())
        Last = I;
    }
    Writes = Argument >= Last;
  }
  if (Writes && (Name == "for_each" || Name == "for_each_n")) {
    // By what the function takes.
    const auto *Class =
        Call.getArg(Call.getNumArgs() - 1)->getType()->getAsCXXRecordDecl();
    const CXXMethodDecl *Operator =
        Class && Class->isLambda() && !Class->isGenericLambda()
            ? Class->getLambdaCallOperator()
            : nullptr;
    if (Operator && Operator->getNumParams() == 1) {
      QualType Takes = Operator->getParamDecl(0)->getType();
      if (!Takes->isReferenceType() ||
          Takes->getPointeeType().isConstQualified())
        Writes = false;
    }
  }
  if (Writes && !V.isHandle() && Const)
    Writes = false;
  note(Writes ? UseKind::Write : UseKind::Read, &Call,
       V.isHandle() || !Writes ? V : V.as(View::Part));
  if (!Call.getType()->isVoidType() && isHandle(Call.getType()))
    result(Call, V.as(View::Handle));
}

} // namespace clang::tidy::anomalloc::uses
