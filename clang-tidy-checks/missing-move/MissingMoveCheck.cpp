//===- MissingMoveCheck.cpp - last uses that copy -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (...) {
//     std::vector<int> Row = read();
//     Rows.push_back(Row);      ->  Rows.push_back(std::move(Row));
//   }
//
// where no path leads from there to another use of Row before it is declared
// anew. What `return Row;` does by itself is none of our business.
//
//===----------------------------------------------------------------------===//

#include "missing-move/MissingMoveCheck.h"
#include "missing-move/EmptyObject.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TextSource.h"
#include "utils/uses/Functors.h"
#include "utils/uses/StdMembers.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void MissingMoveCheck::addMatchers(MatchFinder &UserCode) {
  auto Local = declRefExpr(to(varDecl(hasLocalStorage()))).bind("ref");
  auto Plain = ignoringParenImpCasts(Local);
  UserCode.addMatcher(
      cxxConstructExpr(argumentCountIs(1), hasArgument(0, Plain))
          .bind("construct"),
      this);
  UserCode.addMatcher(cxxOperatorCallExpr(hasOverloadedOperatorName("="),
                                          argumentCountIs(2),
                                          hasArgument(1, Plain))
                          .bind("assign"),
                      this);
  UserCode.addMatcher(
      cxxMemberCallExpr(
          callee(cxxMethodDecl(hasAnyName(stdMemberNames(StdMember::AddsOne)))),
          forEachArgumentWithParam(Plain, parmVarDecl().bind("parameter")))
          .bind("fill"),
      this);
}

/// Whether a class can be moved from without copying.
static bool canBeMoved(QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !(Record = Record->getDefinition()))
    return false;
  return Record->hasMoveConstructor() &&
         !Record->defaultedMoveConstructorIsDeleted();
}

/// Whether the container keeps its own object made of this argument: one of
/// the same type, or what emplace hands on to a constructor by value.
static bool keepsArgument(const CXXMemberCallExpr &Fill, const ParmVarDecl &P,
                          QualType Type) {
  QualType Container = Fill.getImplicitObjectArgument()->getType();
  if (Container->isPointerType())
    Container = Container->getPointeeType();
  if (!isStdContainer(Container) &&
      !isStd(Container, {"queue", "stack", "priority_queue"}))
    return false;
  auto Same = [&](QualType Element) {
    return !Element.isNull() &&
           Element.getCanonicalType().getUnqualifiedType() ==
               Type.getCanonicalType().getUnqualifiedType();
  };
  const bool ByKey = isStd(Container, {"map", "unordered_map"});
  if (!Same(typeArgument(Container, 0)) &&
      !(ByKey && Same(typeArgument(Container, 1))))
    return false;
  // A copy is made of `const T &`, and of `T &` that a template forwards.
  return P.getType()->isLValueReferenceType() ||
         P.getType()->isRValueReferenceType();
}

bool MissingMoveCheck::stockCheckReports(const VarDecl &V,
                                         const DeclRefExpr &Ref,
                                         ASTContext &Context) {
  // A parameter that is named once, there copied, and not in a loop.
  return isa<ParmVarDecl>(V) && references(Context).to(V).size() == 1 &&
         !loopEvidence(Ref, Context).Depth;
}

void MissingMoveCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *Ref = Result.Nodes.getNodeAs<DeclRefExpr>("ref");
  const auto *Construct = Result.Nodes.getNodeAs<CXXConstructExpr>("construct");
  const auto *Assign = Result.Nodes.getNodeAs<CXXOperatorCallExpr>("assign");
  const auto *Fill = Result.Nodes.getNodeAs<CXXMemberCallExpr>("fill");
  ASTContext &Context = *Result.Context;
  const auto &V = *cast<VarDecl>(Ref->getDecl());
  QualType Type = V.getType();
  if (Type->isReferenceType() || Type.isConstQualified() ||
      Type.isVolatileQualified() || V.isExceptionVariable() ||
      !isEditable(Ref->getLocation(), *Result.SourceManager) ||
      !canBeMoved(Type))
    return;

  std::string What;
  if (Construct) {
    if (!Construct->getConstructor()->isCopyConstructor() ||
        Construct->isElidable())
      return;
    What = "is copied";
  } else if (Assign) {
    const auto *Method =
        dyn_cast_or_null<CXXMethodDecl>(Assign->getDirectCallee());
    if (!Method || !Method->isCopyAssignmentOperator() ||
        !Method->getParent()->hasMoveAssignment())
      return;
    // What a function returned by value may stand for something else's memory.
    if (Assign->getArg(0)->IgnoreImplicit()->isPRValue())
      return;
    What = "is copied";
  } else {
    const auto *P = Result.Nodes.getNodeAs<ParmVarDecl>("parameter");
    if (!keepsArgument(*Fill, *P, Type))
      return;
    What = ("is copied by '" + methodName(*Fill) + "'").str();
  }
  const Expr &Copy = Construct ? static_cast<const Expr &>(*Construct)
                     : Assign  ? static_cast<const Expr &>(*Assign)
                               : *Fill;

  HeapOwnership Owner = heapOwnership(Type, Context);
  if (!Owner)
    return;
  // The copy itself may stand in the semantic form of a list only.
  Evidence Often = evidence(*Ref, Copy.getSourceRange(), Context);
  if (!matters(Often))
    return;
  // Most strings are short enough to be held in place.
  if (isPlainString(Type) && !Often.Recorded && !Often.Loops.Depth &&
      !Common.Hints)
    return;
  const auto *Function =
      dyn_cast_or_null<FunctionDecl>(V.getParentFunctionOrMethod());
  if (!Function || Often.Loops.Function != Function)
    return; // in a lambda that captures it
  const FunctionFlow *Flow = flowOf(*Function, Context);
  if (!Flow || !Flow->isLastUse(*Ref, V) ||
      ownsNothingYet(V, *Ref, *Flow, references(Context)))
    return;
  if (!Common.AlsoReportStock && stockCheckReports(V, *Ref, Context))
    return;

  Diagnosis F;
  F.At = Ref->getLocation();
  F.Problem = "'" + V.getName().str() + "', a '" + nameOf(Type, Context) +
              "' that owns heap memory";
  if (std::string Reason = Owner.reason(); !Reason.empty())
    F.Problem += " (" + Reason + ")";
  F.Problem += ", " + What + " and never used again";
  F.Often = Often;
  F.Suggestion = "'std::move' it";
  if (declaresInStd("move", Context)) {
    SourceRange Range = Ref->getSourceRange();
    F.Fixes = {FixItHint::CreateReplacement(
        Range, ("std::move(" + textOf(Range, Context) + ")").str())};
  }
  report(std::move(F), Function, Context);
}

} // namespace clang::tidy::anomalloc
