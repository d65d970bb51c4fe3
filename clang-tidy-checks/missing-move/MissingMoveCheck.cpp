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
// anew. Parts of such a variable, elements of such a container and const ones
// (which cannot be moved before the const goes) count alike. What `return Row;`
// does by itself is none of our business.
//
//===----------------------------------------------------------------------===//

#include "missing-move/EmptyObject.h"
#include "missing-move/Expiring.h"
#include "missing-move/KeptArgument.h"
#include "missing-move/Sink.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Matchers.h"
#include "utils/flow/CountWatch.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/flow/StableReferent.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/CopyCost.h"
#include "utils/objects/CopyTrace.h"
#include "utils/objects/OnlyMemory.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TextSource.h"
#include "utils/uses/Functors.h"
#include "utils/uses/ParameterFacts.h"
#include "utils/uses/StdMembers.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds copies of local variables and by-value parameters that are never used
/// again, so that `std::move` would do.
struct MissingMoveCheck : Cxx11Check {
  using Cxx11Check::Cxx11Check;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  /// Whether performance-unnecessary-value-param reports the parameter \p V.
  bool stockCheckReports(const VarDecl &V, const DeclRefExpr &Ref,
                         ASTContext &Context);
  /// Whether \p Ref is the last use of \p V, or of the element that V refers
  /// to.
  static bool isTheLast(const DeclRefExpr &Ref, const VarDecl &V,
                        const FunctionFlow &Flow);
  /// Whether a move of an object of \p Type saves the allocations of a copy.
  bool canBeMoved(QualType Type, ASTContext &Context);
  /// Whether all heap memory that an object may own is that of one string:
  /// most strings are short enough to be held in place.
  bool isOneText(QualType Type, ASTContext &Context);
  /// Whether the object that \p Copy makes goes into a member.
  bool isKept(const Expr &Copy, ASTContext &Context);
  /// Checks the parameter \p P, a `const T &` that is only copied to be kept.
  void lookAtSink(const ParmVarDecl &P, const DeclRefExpr &Ref,
                  const Expr &Keeps, const CopyCost &Cost, ASTContext &Context);
};

} // namespace

void MissingMoveCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      cxxConstructExpr(argumentCountIs(1), hasArgument(0, expr().bind("from")))
          .bind("construct"),
      this);
  UserCode.addMatcher(cxxOperatorCallExpr(hasOverloadedOperatorName("="),
                                          argumentCountIs(2),
                                          hasArgument(1, expr().bind("from")))
                          .bind("assign"),
                      this);
  UserCode.addMatcher(
      cxxMemberCallExpr(
          callee(cxxMethodDecl(hasAnyName(stdMemberNames(StdMember::AddsOne)))),
          forEachArgumentWithParam(expr().bind("from"),
                                   parmVarDecl().bind("parameter")))
          .bind("fill"),
      this);
  // Of parts that it keeps: `{Rows, N}`, `std::make_pair(Name, N)`.
  auto Parts = forEachArgumentWithParam(expr().bind("from"),
                                        parmVarDecl().bind("parameter"));
  UserCode.addMatcher(cxxConstructExpr(unless(argumentCountIs(1)),
                                       hasType(instanceOfStd("pair", "tuple")),
                                       Parts)
                          .bind("parts"),
                      this);
  UserCode.addMatcher(callExpr(callee(functionDecl(hasAnyName(
                                   "::std::make_pair", "::std::make_tuple"))),
                               Parts)
                          .bind("parts"),
                      this);
}

/// The types of its bases and members.
static SmallVector<QualType, 8> partsOf(const CXXRecordDecl &Record) {
  SmallVector<QualType, 8> Parts;
  for (const CXXBaseSpecifier &Base : Record.bases())
    Parts.push_back(Base.getType());
  for (const FieldDecl *Field : Record.fields())
    Parts.push_back(Field->getType());
  return Parts;
}

bool MissingMoveCheck::canBeMoved(QualType Type, ASTContext &Context) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !(Record = Record->getDefinition()) ||
      !Record->hasMoveConstructor() ||
      Record->defaultedMoveConstructorIsDeleted())
    return false;
  if (Record->hasUserDeclaredMoveConstructor())
    return true;
  // The compiler's moves part by part.
  return llvm::all_of(partsOf(*Record), [&](QualType Part) {
    const QualType Object = Context.getBaseElementType(Part);
    return !copiedHeap(Object, Context) || canBeMoved(Object, Context);
  });
}

bool MissingMoveCheck::stockCheckReports(const VarDecl &V,
                                         const DeclRefExpr &Ref,
                                         ASTContext &Context) {
  // A parameter that is named once, there copied, and not in a loop.
  return isa<ParmVarDecl>(V) && references(Context).to(V).size() == 1 &&
         !loopEvidence(Ref, Context).Depth;
}

bool MissingMoveCheck::isTheLast(const DeclRefExpr &Ref, const VarDecl &V,
                                 const FunctionFlow &Flow) {
  return V.getType()->isReferenceType()
             ? loopThatEmpties(Ref, V, Flow) != nullptr
             : Flow.isLastUse(Ref, V);
}

bool MissingMoveCheck::isOneText(QualType Type, ASTContext &Context) {
  if (isPlainString(Type))
    return true;
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !(Record = Record->getDefinition()))
    return false;
  SmallVector<QualType, 8> Parts = partsOf(*Record);
  llvm::erase_if(Parts,
                 [&](QualType Part) { return !heapOwnership(Part, Context); });
  return Parts.size() == 1 && !Parts[0]->isArrayType() &&
         isOneText(Parts[0], Context);
}

bool MissingMoveCheck::isKept(const Expr &Copy, ASTContext &Context) {
  if (const auto *Assign = dyn_cast<CXXOperatorCallExpr>(&Copy))
    return isa<MemberExpr>(Assign->getArg(0)->IgnoreParenImpCasts());
  return references(Context)
             .parentOf(outermostValue(Copy, references(Context)))
             .get<CXXCtorInitializer>() != nullptr;
}

void MissingMoveCheck::lookAtSink(const ParmVarDecl &P, const DeclRefExpr &Ref,
                                  const Expr &Keeps, const CopyCost &Cost,
                                  ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  const FunctionDecl *F = sinkOf(P, Ref, Keeps, Index);
  if (!F || isInstantiated(F))
    return;
  const QualType Type = P.getType()->getPointeeType();
  const Expr *Giving = nullptr;
  Evidence Often;
  bool IsCalled = false;
  for (const CallSite &Call : callsOf(*F, Context)) {
    const Expr *Argument = argumentAt(Call, P.getFunctionScopeIndex());
    if (!Argument)
      return; // named, maybe for its signature
    IsCalled = true;
    const DeclRefExpr *Local = localBehind(*Argument);
    const FunctionFlow *Flow = Local ? flowOf(Call.From, Context) : nullptr;
    const bool Gives =
        (isNewObject(*Argument) && !makesNothing(*Argument, Type, Context)) ||
        (Flow && !Local->getDecl()->getType().isConstQualified() &&
         isTheLast(*Local, *cast<VarDecl>(Local->getDecl()), *Flow));
    if (!Gives)
      continue;
    const Evidence Here = evidence(*Call.Where, Context);
    if (!Giving || weightOf(Here) < weightOf(Often)) {
      Giving = Call.Where;
      Often = Here;
    }
  }
  if (!Giving) {
    // Of the rest, most strings are short, and pointers shared.
    if (IsCalled || isPlainString(Type) || Cost.What == CopyCost::Count)
      return;
    Often.Loops = evidenceOfCalls(*F, Context).Loops;
  }
  // The copy is made here, whoever calls.
  const Evidence Here = evidence(Ref, Keeps.getSourceRange(), Context);
  Often.Recorded = Here.Recorded;
  Often.OfLines = Here.OfLines;
  Diagnosis Found;
  Found.At = Ref.getLocation();
  Found.Problem = "'" + P.getName().str() + "', a 'const " +
                  nameOf(Type, Context) + " &' that " + Cost.phrase() +
                  ", is copied to be kept, also where the caller could give "
                  "its object away";
  Found.Often = Often;
  Found.AtMost = Cost.atMost();
  Found.Suggestion = "take it by value and 'std::move' it";
  if (Giving)
    Found.Notes.push_back(
        {Giving->getBeginLoc(), "this call gives its object away", {}});
  else
    Found.Doubt = "whether callers give their objects away";
  report(std::move(Found), F, Context);
}

/// `if (Best.empty()) Best = Row;` in a loop: the branch is taken once.
static bool fillsOnce(const CXXOperatorCallExpr &Assign,
                      const ReferenceIndex &Index) {
  const Expr &Target = *Assign.getArg(0);
  for (auto [Parent, Child] : parentsOf(Assign, Index)) {
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Parent))
      return false;
    const auto *If = dyn_cast<IfStmt>(&Parent);
    if (!If || &Child != If->getThen())
      continue;
    SmallVector<const Expr *, 4> Parts = {If->getCond()};
    while (!Parts.empty()) {
      const Expr *Part = Parts.pop_back_val()->IgnoreParenImpCasts();
      if (const auto *And = dyn_cast<BinaryOperator>(Part);
          And && And->getOpcode() == BO_LAnd)
        Parts.append({And->getLHS(), And->getRHS()});
      else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Part);
               Call && methodName(*Call) == "empty" &&
               nameSameObject(calledOn(*Call), &Target))
        return true;
    }
  }
  return false;
}

void MissingMoveCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *From = Result.Nodes.getNodeAs<Expr>("from");
  const auto *Construct = Result.Nodes.getNodeAs<CXXConstructExpr>("construct");
  const auto *Assign = Result.Nodes.getNodeAs<CXXOperatorCallExpr>("assign");
  const auto *Fill = Result.Nodes.getNodeAs<CXXMemberCallExpr>("fill");
  const auto *Whole = Result.Nodes.getNodeAs<Expr>("parts");
  ASTContext &Context = *Result.Context;
  if (Construct && (!Construct->getConstructor()->isCopyConstructor() ||
                    Construct->isElidable()))
    return;
  const DeclRefExpr *Branch = Construct ? localBranch(*From) : nullptr;
  const DeclRefExpr *Ref = Branch ? Branch : localBehind(*From);
  if (!Ref || !isEditable(Ref->getLocation(), *Result.SourceManager))
    return;
  const auto &V = *cast<VarDecl>(Ref->getDecl());
  const Expr &Named = Branch ? *Branch : *From->IgnoreParenImpCasts();
  const bool IsPart = &Named != Ref;
  const QualType Type = Named.getType();
  if (V.getType().isVolatileQualified() || V.isExceptionVariable() ||
      V.isInitCapture() || (!Branch && !canBeMoved(Type, Context)))
    return;

  std::string What;
  if (Construct) {
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
    if (Fill ? !keepsArgument(*Fill, *P, Type)
             : !keepsPart(Whole->getType(), *P, Type))
      return;
    What = Fill ? ("is copied by '" + methodName(*Fill) + "'").str()
                : "is copied into a '" + stdName(Whole->getType()).str() + "'";
  }
  const Expr &Copy = Construct ? static_cast<const Expr &>(*Construct)
                     : Assign  ? static_cast<const Expr &>(*Assign)
                     : Fill    ? static_cast<const Expr &>(*Fill)
                               : *Whole;

  const CopyCost Cost = CopyCost::of(Type, copiedHeap(Type, Context));
  if (!Cost)
    return;
  if (const auto *P = dyn_cast<ParmVarDecl>(&V);
      P && P->getType()->isReferenceType())
    return IsPart || Assign || Whole
               ? void()
               : lookAtSink(*P, *Ref, Copy, Cost, Context);
  // The copy itself may stand in the semantic form of a list only.
  Evidence Often = evidence(*Ref, Copy.getSourceRange(), Context);
  if (!matters(Often))
    return;
  // Most strings are short enough to be held in place; what a parameter hands
  // on to a member is worth a hint.
  if (isPlainString(Type) && !Often.Recorded && !Often.Loops.Depth &&
      !(Common.Hints && isa<ParmVarDecl>(V) && isKept(Copy, Context)))
    return;
  const FunctionDecl *Function = functionAround(V);
  if (!Function || Often.Loops.Function != Function)
    return; // in a lambda that captures it
  const FunctionFlow *Flow = flowOf(Function, Context);
  if (!Flow)
    return;
  const bool IsOwn = !V.getType()->isReferenceType();
  const std::optional<QualType> Watcher = IsOwn && Flow->isLastNamed(*Ref, V)
                                              ? Flow->watcherAfter(*Ref, V)
                                              : std::nullopt;
  if (Watcher ? runsOwnDestructor(*Watcher) : !isTheLast(*Ref, V, *Flow))
    return;
  if (isClearedAfter(*Ref, V, *Flow) ||
      (!IsPart && IsOwn && ownsNothingYet(V, *Ref, *Flow, references(Context))))
    return;
  if (!Common.AlsoReportStock && !IsPart && !Type.isConstQualified() &&
      stockCheckReports(V, *Ref, Context))
    return;
  // A copy that is only read is unnecessary-copy's: the original may stay.
  const ReferenceIndex &Index = references(Context);
  const auto *Own =
      Construct
          ? Index.parentOf(outermostValue(*Construct, Index)).get<VarDecl>()
          : nullptr;
  if (Own && usesOf(*Own, Context).only({UseKind::Read, UseKind::Copy}) &&
      referentOf(*From, *Own, *Flow, Context).Is == Stability::Stable)
    return;

  Diagnosis F;
  F.At = Ref->getLocation();
  const std::string Name = textOf(Named.getSourceRange(), Context).str();
  F.Problem = "'" + (Name.empty() ? V.getName().str() : Name) + "', a '" +
              nameOf(Type, Context) + "' that " + Cost.phrase() + ", " + What +
              " and never used again";
  F.Often = Often;
  if (Watcher)
    F.Doubt = "whether the destructor of a '" + nameOf(*Watcher, Context) +
              "' looks at it";
  // Most strings are held in place, and so are most closures.
  const bool OftenInPlace =
      isOneText(Type, Context) || (Cost.What == CopyCost::Closure &&
                                   !Often.Recorded && !Often.Loops.repeated());
  F.AtMost = OftenInPlace ? Weight::HardlyAny : Cost.atMost();
  if (Assign && fillsOnce(*Assign, references(Context)))
    F.AtMost = Weight::Cold;
  if (Branch) {
    const auto *Return = Flow->around<ReturnStmt>(*Construct);
    const bool IsReturned =
        Return && Return->getRetValue() &&
        Return->getRetValue()->IgnoreImplicit() == Construct;
    F.Suggestion = IsReturned ? "return it by itself, 'if (...) return " +
                                    V.getName().str() + ";', which moves it"
                              : "'std::move' it";
    return report(std::move(F), Function, Context);
  }
  if (Type.isConstQualified()) {
    F.Suggestion = V.getType()->isReferenceType()
                       ? "loop by 'auto &' and 'std::move' it"
                       : "leave out the 'const' of '" + V.getName().str() +
                             "' and 'std::move' it";
    return report(std::move(F), Function, Context);
  }
  F.Suggestion = "'std::move' it";
  if (!Watcher && declaresInStd("move", Context) && !Name.empty() &&
      isEditable(Named.getSourceRange(), *Result.SourceManager))
    F.Fixes = {FixItHint::CreateReplacement(Named.getSourceRange(),
                                            "std::move(" + Name + ")")};
  const CopyTrace Trace = traceOfMoves(Type);
  if (Trace != CopyTrace::Counts || mayMissCopy(*Ref, V, *Flow))
    F.leaveFixes(checkOfCopies(Trace, nameOf(Type, Context)));
  report(std::move(F), Function, Context);
}

ANOMALLOC_CHECK_FACTORY(MissingMoveCheck)

} // namespace clang::tidy::anomalloc
