//===- FollowerCalls.cpp - what calls do to arguments ---------------------===//
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
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc::uses {

/// How deep calls are followed into bodies.
constexpr unsigned MaxFrames = 4;

QualType parameterType(const FunctionDecl *Callee, unsigned Index) {
  return Callee && Index < Callee->getNumParams()
             ? Callee->getParamDecl(Index)->getType()
             : QualType();
}

bool isComparison(OverloadedOperatorKind Operator) {
  switch (Operator) {
  case OO_EqualEqual:
  case OO_ExclaimEqual:
  case OO_Less:
  case OO_Greater:
  case OO_LessEqual:
  case OO_GreaterEqual:
  case OO_Spaceship:
    return true;
  default:
    return false;
  }
}

void Follower::call(const Expr &E, const Expr &Child, View V) {
  const auto &Call = cast<CallExpr>(E);
  if (Call.isInstantiationDependent())
    return note(UseKind::Escape, &Call, V);
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (Call.getCallee() == &Child) // a function, or a pointer to one
    return note(UseKind::Read, &Call, V);
  unsigned Argument = 0;
  while (Argument != Call.getNumArgs() && Call.getArg(Argument) != &Child)
    ++Argument;
  if (Argument == Call.getNumArgs())
    return note(UseKind::Escape, &Call, V);

  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call))
    if (const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee)) {
      // A function object of std::ranges is called like the function.
      if (const auto *Object =
              dyn_cast<DeclRefExpr>(Operator->getArg(0)->IgnoreParenImpCasts());
          Object && Argument && Operator->getOperator() == OO_Call &&
          isa<VarDecl>(Object->getDecl()) && isOfStd(*Object->getDecl()) &&
          Object->getDecl()->getDeclName().isIdentifier())
        return stdFunction(Object->getDecl()->getName(), Call, Argument, V);
      if (!Method->isStatic() && Argument-- == 0)
        return method(*Method, Call, V);
    }

  if (Callee && isOfStd(*Callee) && !isa<CXXMethodDecl>(Callee)) {
    if (Callee->isOverloadedOperator())
      return stdFunction(("operator" + Twine(getOperatorSpelling(
                                           Callee->getOverloadedOperator())))
                             .str(),
                         Call, Argument, V);
    if (Callee->getDeclName().isIdentifier())
      return stdFunction(Callee->getName(), Call, Argument, V);
  }
  QualType Parameter = parameterType(Callee, Argument);
  if (!Callee)
    if (const auto *Pointer = Call.getCallee()->getType()->getAs<PointerType>())
      if (const auto *Type =
              Pointer->getPointeeType()->getAs<FunctionProtoType>())
        if (Argument < Type->getNumParams())
          Parameter = Type->getParamType(Argument);
  argument(Callee, Call, Argument, Parameter, V);
}

bool Follower::result(const Expr &Call, View V) {
  if (Call.getType()->isVoidType())
    return false;
  StringRef Class = stdName(Call.getType());
  if (Call.isGLValue() || Class == "_Bit_reference" ||
      Class == "__bit_reference" || Class == "reference") {
    follow(Call, V.as(V.Is == View::Whole ? View::Whole : View::Part));
    return true;
  }
  if (!isHandle(Call.getType()))
    return false;
  follow(Call, V.as(V.Is == View::Address ? View::Address : View::Handle));
  return true;
}

void Follower::method(const CXXMethodDecl &Method, const Expr &Call, View V) {
  if (V.isHandle())
    return handleMethod(Method, Call, V);
  const CXXRecordDecl &Class = *Method.getParent();
  UseKind Kind;
  View Inner = V.as(View::Part);
  if (Class.isLambda()) {
    note(UseKind::Read, &Call, V);
    return;
  }
  if (isOfStd(Method)) {
    Kind = stdMemberUse(Method);
    if (!V.Deep) {
      // What a view or an iterator refers to is another object.
      if (isHandle(compat::recordType(Class)))
        return note(Kind, &Call, V);
      if (isStdPointer(Class))
        Inner.Outside = true;
    }
  } else if (Method.isConst() || Method.isStatic()) {
    Kind = UseKind::Read;
  } else if (Method.isCopyAssignmentOperator() ||
             Method.isMoveAssignmentOperator() ||
             Method.getOverloadedOperator() == OO_Equal) {
    Kind = UseKind::Assign;
  } else {
    Kind = ownMethod(Method);
  }
  // `return *this`
  const CXXRecordDecl *Result =
      Call.isGLValue() ? Call.getType()->getAsCXXRecordDecl() : nullptr;
  if (Result && declaresSameEntity(Result, &Class))
    Inner = V;
  if (Kind != UseKind::Read)
    note(Kind, &Call, V);
  if (!result(Call, Inner))
    note(Kind, &Call, V);
}

/// What a non-const method of a user's class does to its object.
UseKind Follower::ownMethod(const CXXMethodDecl &Method) {
  const FunctionDecl *Definition = nullptr;
  const bool MayBeOverridden = Method.isVirtual() &&
                               !Method.hasAttr<FinalAttr>() &&
                               !Method.getParent()->hasAttr<FinalAttr>();
  if (MayBeOverridden || Frames.size() >= MaxFrames ||
      !Method.isDefined(Definition) || !Index.sawBody(*Definition) ||
      is_contained(Frames, Definition))
    return UseKind::Mutate;
  Follower Other(Index);
  Other.Frames = Frames;
  Other.Frames.push_back(Definition);
  Other.Steps = Steps;
  for (const Expr *This : Index.toThis(*cast<CXXMethodDecl>(Definition)))
    Other.reference(*This, {View::Address, false, true});
  Steps = Other.Steps;
  if (Other.Found.All.has(UseKind::Escape))
    return UseKind::Escape;
  return Other.Found.All.within({UseKind::Read, UseKind::Copy})
             ? UseKind::Read
             : UseKind::Mutate;
}

/// A method of a pointer, iterator or view that refers to the object.
void Follower::handleMethod(const CXXMethodDecl &Method, const Expr &Call,
                            View V) {
  const CXXRecordDecl &Class = *Method.getParent();
  const OverloadedOperatorKind Operator = Method.getOverloadedOperator();
  if (Class.isLambda() || (isOfStd(Method) && Operator == OO_Call))
    return note(UseKind::Read, &Call, V);
  if (isComparison(Operator) && isStdPointer(Class))
    return;
  const bool Leads = Operator == OO_Equal || Operator == OO_PlusPlus ||
                     Operator == OO_MinusMinus;
  if (!isOfStd(Method) && !Method.isConst() && !Leads)
    note(UseKind::Write, &Call, V.pointee());
  const CXXRecordDecl *Result = Call.getType()->getAsCXXRecordDecl();
  if (Call.isGLValue() && Result && declaresSameEntity(Result, &Class))
    return follow(Call, V); // ++it
  if (!result(Call, Call.isGLValue() ? V.pointee() : V))
    note(UseKind::Read, &Call, V);
}

/// Whether constructors of the class take a string for its characters only.
static bool copiesCharacters(const CXXRecordDecl &Class) {
  StringRef Name = Class.getName();
  return Name == "basic_string" || Name == "basic_regex" || Name == "bitset" ||
         Name == "locale" || Name.contains("stream") || Name.contains("buf") ||
         Name.ends_with("_error");
}

void Follower::construct(const CXXConstructExpr &Construct, unsigned Argument,
                         View V) {
  const CXXConstructorDecl *Constructor = Construct.getConstructor();
  const CXXRecordDecl &Class = *Constructor->getParent();
  if (Construct.isInstantiationDependent())
    return note(UseKind::Escape, &Construct, V);
  if (Constructor->isCopyOrMoveConstructor() && Argument == 0) {
    if (V.isHandle())
      return follow(Construct, V);
    // The implicit move of a local, or its elision.
    const auto *Return = Index.parentOf(Construct).get<ReturnStmt>();
    if (Constructor->isMoveConstructor() ||
        (Return && Return->getNRVOCandidate()))
      return note(UseKind::Move, &Construct, V);
    return note(UseKind::Copy, &Construct, V);
  }

  QualType Type = Construct.getType();
  QualType Parameter = parameterType(Constructor, Argument);
  if (isOfStd(Class)) {
    const bool Refers = isHandle(Type);
    if (Refers && stdName(Type) == "reference_wrapper")
      return follow(Construct, V.handle());
    if (Refers && V.isHandle())
      return follow(Construct, V);
    if (Refers && stdName(Type) != "function")
      return follow(Construct, V.as(View::Handle));
    if (!V.isHandle()) {
      // lock_guard(mutex &); forwarding constructors are templates.
      const bool Keeps = !Parameter.isNull() && Parameter->isReferenceType() &&
                         !Parameter->getPointeeType().isConstQualified() &&
                         !Constructor->getPrimaryTemplate();
      return note(Keeps                     ? UseKind::Escape
                  : copiesCharacters(Class) ? UseKind::Read
                                            : UseKind::Copy,
                  &Construct, V);
    }
    // Characters and ranges are copied; other pointers may be kept.
    const bool Copies =
        isStdString(Type) ||
        (isStdContainer(Type) && Constructor->getPrimaryTemplate()) ||
        (!Parameter.isNull() && Parameter->isPointerType() &&
         isConstHandle(Parameter) &&
         Parameter->getPointeeType()->isAnyCharacterType());
    return note(Copies ? UseKind::Read : UseKind::Escape, &Construct, V);
  }
  argument(Constructor, Construct, Argument, Parameter, V);
}

/// What a pointer, reference, iterator or view type refers to; the type itself
/// for others, null if that is unknown.
static QualType referredTo(QualType Type) {
  Type = Type.getCanonicalType();
  if (Type->isPointerType() || Type->isReferenceType())
    return Type->getPointeeType();
  StringRef Name = stdName(Type);
  if (Name == "basic_string_view" || Name == "span")
    return typeArgument(Type, 0).isNull() ? QualType()
           : typeArgument(Type, 0)->isPointerType()
               ? typeArgument(Type, 0)->getPointeeType()
               : typeArgument(Type, 0);
  return {};
}

std::optional<Findings> Follower::inCallee(const FunctionDecl *Callee,
                                           unsigned Argument, View V) {
  const FunctionDecl *Definition = nullptr;
  if (!Callee || Frames.size() >= MaxFrames || !Callee->isDefined(Definition) ||
      !Index.sawBody(*Definition) || Definition->isDependentContext() ||
      Argument >= Definition->getNumParams() ||
      is_contained(Frames, Definition))
    return std::nullopt;
  // `using Base::Base;` hands its arguments on without a body that says so.
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Callee);
      Constructor && Constructor->isInheritingConstructor())
    return std::nullopt;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee))
    if (Method->isVirtual() && !Method->hasAttr<FinalAttr>())
      return std::nullopt;
  Follower Other(Index);
  Other.Frames = Frames;
  Other.Frames.push_back(Definition);
  Other.Lambdas = Lambdas;
  Other.Steps = Steps;
  Other.references(*Definition->getParamDecl(Argument), V);
  Steps = Other.Steps;
  return Other.Found;
}

void Follower::argument(const FunctionDecl *Callee, const Expr &Call,
                        unsigned Argument, QualType Parameter, View V) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (const auto *Assign = dyn_cast<CXXOperatorCallExpr>(&Call);
      Assign && Assign->getOperator() == OO_Equal && V.isHandle() &&
      isHandle(Assign->getArg(0)->getType())) {
    // it = v.begin()
    const VarDecl *Target = localNamed(*Assign->getArg(0));
    Found.Keeps = true;
    note(Target ? UseKind::Read : UseKind::Escape, &Call, V);
    return Target ? references(*Target, V) : void();
  }
  if (Method && isOfStd(*Method))
    return stdMethodArgument(*Method, Call, Parameter, V);
  if (Parameter.isNull()) // printf("%s", s.c_str())
    return note(Callee && V.isHandle() ? UseKind::Read : UseKind::Escape, &Call,
                V);
  if (Method && Method->isCopyAssignmentOperator())
    if (V.Is == View::Whole)
      return note(UseKind::Copy, &Call, V);

  const bool ConstReference = Parameter->isReferenceType() &&
                              Parameter->getPointeeType().isConstQualified();
  const bool CannotChange =
      V.isHandle() ? isConstHandle(Parameter) : ConstReference;
  if (isa<CXXConstructExpr>(Call) && CannotChange && isHandle(Call.getType()))
    return follow(Call, V.as(View::Handle)); // a view
  if (std::optional<Findings> Inside = inCallee(Callee, Argument, V)) {
    for (unsigned I = 0; I != NumUseKinds; ++I)
      if (auto Kind = UseKind(I); Inside->All.has(Kind))
        note(Kind == UseKind::Copy || (CannotChange && Kind != UseKind::Escape)
                 ? UseKind::Read
                 : Kind,
             &Call, V.isHandle() ? V.pointee() : V);
    bool Goes = !Inside->All.empty();
    for (View Result : Inside->Returned)
      Goes |= result(Call, Result);
    if (!Goes)
      note(UseKind::Read, &Call, V);
    return;
  }
  if (!CannotChange) {
    const bool Bounded = Callee && Callee->getDeclName().isIdentifier() &&
                         !Method && isBoundedCFunction(Callee->getName());
    return note(Bounded && V.isHandle() ? UseKind::Write : UseKind::Escape,
                &Call, V);
  }
  QualType Given =
      V.isHandle() ? referredTo(Parameter) : Parameter.getNonReferenceType();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(&Call)) {
    // A class with a pointer or reference member of the fitting type.
    const CXXRecordDecl *Class = Construct->getConstructor()->getParent();
    for (const FieldDecl *F : Class->fields())
      if (isHandle(F->getType()) && leadsTo(Given, referredTo(F->getType())))
        return note(UseKind::Escape, &Call, V);
    return note(UseKind::Read, &Call, V);
  }
  QualType Back =
      Call.isGLValue() ? Call.getType() : referredTo(Call.getType());
  const bool Itself =
      !Back.isNull() && Method && Call.isGLValue() &&
      declaresSameEntity(Back->getAsCXXRecordDecl(), Method->getParent()) &&
      !Given.isNull() &&
      !declaresSameEntity(Given->getAsCXXRecordDecl(), Method->getParent());
  const bool Refers = Call.isGLValue() || isHandle(Call.getType());
  if (Itself || !Refers || !leadsTo(Given, Back) ||
      !result(Call, V.isHandle() ? V : V.as(View::Part)))
    note(UseKind::Read, &Call, V);
}

} // namespace clang::tidy::anomalloc::uses
