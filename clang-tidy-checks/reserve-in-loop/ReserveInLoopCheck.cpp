//===- ReserveInLoopCheck.cpp - reserve in loop ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (...) {
//     v.reserve(v.size() + Block.size());   ->  (nothing)
//     for (auto &E : Block)
//       v.push_back(E);
//   }
//
// and the same where the loop is around the calls of the function.
//
//===----------------------------------------------------------------------===//

#include "utils/ast/Descend.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/Compat.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/CopyTrace.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/GrowthCalls.h"
#include "utils/uses/StdFunctions.h"
#include "utils/uses/StdMembers.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Lexer.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds `reserve(size() + n)` in a loop, which defeats geometric growth.
struct ReserveInLoopCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  /// Report also code that is harmless with the standard library in use, but
  /// not with another one.
  const bool AnyLibrary = option("AnyLibrary", false);
  /// Report helpers that nobody calls in the unit but whose name says append.
  const bool WarnAppendHelpers = option("WarnAppendHelpers", true);

  bool doesHarm(const CXXMethodDecl &Reserve) const;
  bool growsByCalls(const Expr &Object, const FunctionDecl &F,
                    ASTContext &Context, unsigned Levels);
};

} // namespace

void ReserveInLoopCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      cxxMemberCallExpr(argumentCountIs(1),
                        callee(cxxMethodDecl(hasName("reserve"))))
          .bind("reserve"),
      this);
}

/// vector::reserve takes what it is told, everywhere; libstdc++ doubles a
/// string all the same, and its bucket counts come from a list of primes.
bool ReserveInLoopCheck::doesHarm(const CXXMethodDecl &Reserve) const {
  const CXXRecordDecl *Type = Reserve.getParent();
  if (!Type->isInStdNamespace() || !Type->getDeclName().isIdentifier())
    return false;
  StringRef Name = Type->getName();
  if (Name == "vector")
    return true;
  if (Name != "basic_string" && !Name.starts_with("unordered_"))
    return false;
  const auto *Inner = dyn_cast<NamespaceDecl>(Type->getDeclContext());
  bool LibCxx = Inner && Inner->isInlineNamespace() &&
                Inner->getName() != "__cxx11" && Inner->getName() != "__8";
  return LibCxx || AnyLibrary;
}

static bool isSizeOf(const Expr &E, const Expr &Object) {
  if (callsMember(E, StdMember::Count) || methodName(E) == "capacity")
    return nameSameObject(calledOn(E), &Object);
  const auto *Call = dyn_cast<CallExpr>(&E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && Call->getNumArgs() == 1 &&
         isStdFunction(*F, StdFunction::Count) &&
         nameSameObject(Call->getArg(0), &Object);
}

/// Counts the terms of a sum that are v.size(), and those that are not; false
/// if one of these depends on v as well, as for geometric growth.
static bool countTerms(const Expr *E, const Expr &Object, unsigned &Sizes,
                       unsigned &Others) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return countTerms(Cast->getSubExpr(), Object, Sizes, Others);
  if (const auto *Sum = dyn_cast<BinaryOperator>(E);
      Sum && Sum->getOpcode() == BO_Add)
    return countTerms(Sum->getLHS(), Object, Sizes, Others) &&
           countTerms(Sum->getRHS(), Object, Sizes, Others);
  if (isSizeOf(*E, Object))
    return ++Sizes;
  return ++Others && !mentionsObject(*E, Object);
}

static bool isSizePlus(const Expr &Sum, const Expr &Object) {
  unsigned Sizes = 0, Others = 0;
  return countTerms(&Sum, Object, Sizes, Others) && Sizes == 1 && Others;
}

/// The innermost loop around \p At in which the object stays the same, is not
/// emptied, and grows.
static const Stmt *growingLoop(const Expr &Object, const Stmt &At,
                               const ReferenceIndex &Index) {
  for (const Stmt *Loop : loopsAround(At, Index)) {
    if (!isSameObjectIn(Object, *Loop, Index))
      return nullptr;
    GrowthCalls Found(Object, *Loop, Index);
    if (Found.Emptied)
      return nullptr;
    if (Found.Grown)
      return Loop;
  }
  return nullptr;
}

/// What stands for \p Object, which \p Callee names, at a call: the argument,
/// the object called on, or what is the same everywhere. Null if unknown.
static const Expr *objectAtCall(const Expr &Object, const FunctionDecl &Callee,
                                const Expr &Call) {
  const Expr *Root = Object.IgnoreParenImpCasts();
  while (const auto *Member = dyn_cast<MemberExpr>(Root))
    Root = Member->getBase()->IgnoreParenImpCasts();
  const auto *ByCall = dyn_cast<CallExpr>(&Call);
  if (isa<CXXThisExpr>(Root))
    return ByCall ? calledOn(*ByCall) : nullptr;
  const auto *Ref = dyn_cast<DeclRefExpr>(Root);
  const auto *Parameter = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
  if (!Parameter || !isa<FunctionDecl>(Parameter->getDeclContext()))
    return Ref;
  unsigned At = Parameter->getFunctionScopeIndex() +
                (isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee));
  const auto *Of = dyn_cast<FunctionDecl>(Parameter->getDeclContext());
  // A lambda that names the parameter of the function around it.
  if (Of->getFirstDecl() != Callee.getFirstDecl() &&
      Of->getTemplateInstantiationPattern() != &Callee)
    if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
        Method && Method->getParent()->isLambda())
      return Ref;
  if (!ByCall || At >= ByCall->getNumArgs())
    return nullptr;
  const Expr *Argument = ByCall->getArg(At)->IgnoreParenImpCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(Argument);
      Address && Address->getOpcode() == UO_AddrOf)
    return Address->getSubExpr()->IgnoreParenImpCasts();
  return Argument;
}

bool ReserveInLoopCheck::growsByCalls(const Expr &Object, const FunctionDecl &F,
                                      ASTContext &Context, unsigned Levels) {
  const ReferenceIndex &Index = references(Context);
  for (const CallSite &Call : callsOf(F, Context)) {
    const Expr *There =
        Call.Where ? objectAtCall(Object, F, *Call.Where) : nullptr;
    if (!There)
      continue;
    bool Same = true;
    for (const Stmt *Loop : loopsAround(*Call.Where, Index)) {
      Same = isSameObjectIn(*There, *Loop, Index) &&
             !GrowthCalls(*There, *Loop, Index).Emptied;
      if (Same)
        return true;
      break;
    }
    if (Same && Levels && Call.From && Call.From != &F &&
        growsByCalls(*There, *Call.From, Context, Levels - 1))
      return true;
  }
  return false;
}

/// What \p Object is a part of: `p` of `p->v`, of `(*p).v`, of `s->v` of a
/// smart pointer.
static const Expr &rootOf(const Expr &Object) {
  const Expr *E = Object.IgnoreParenImpCasts();
  for (;;) {
    const Expr *Base = nullptr;
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      Base = Member->getBase();
    else if (const auto *Star = dyn_cast<UnaryOperator>(E))
      Base = Star->getOpcode() == UO_Deref ? Star->getSubExpr() : nullptr;
    else if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E))
      Base = Op->getOperator() == OO_Arrow ||
                     (Op->getOperator() == OO_Star && Op->getNumArgs() == 1)
                 ? Op->getArg(0)
                 : nullptr;
    if (!Base)
      return *E;
    E = Base->IgnoreParenImpCasts();
  }
}

/// Whether it outlives the function that grows it.
static bool isOfCaller(const Expr &Object, const FunctionDecl &F) {
  const Expr *E = &rootOf(Object);
  if (isa<CXXThisExpr>(E))
    return !isa<CXXConstructorDecl, CXXDestructorDecl>(F);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V)
    return false;
  if (V->hasGlobalStorage() || V->getDeclContext() != &F)
    return true;
  QualType Type = V->getType();
  return isa<ParmVarDecl>(V) &&
         (Type->isLValueReferenceType() || Type->isPointerType());
}

/// Whether the name says that the function appends, and is called again and
/// again: appendRow, add_edges, operator<<.
static bool isNamedAppend(const FunctionDecl &F) {
  switch (F.getOverloadedOperator()) {
  case OO_PlusEqual:
  case OO_LessLess:
    return true;
  default:
    break;
  }
  if (!F.getDeclName().isIdentifier())
    return false;
  StringRef Name = F.getName();
  Name.consume_front("_");
  static constexpr StringRef Verbs[] = {"append", "add",    "push",
                                        "insert", "write",  "put",
                                        "emit",   "extend", "concat"};
  return llvm::any_of(Verbs, [&](StringRef Verb) {
    if (!Name.starts_with_insensitive(Verb))
      return false;
    StringRef Rest = Name.drop_front(Verb.size());
    // add, add_x, addX; not address.
    return Rest.empty() || !isLowercase(Rest[0]) ||
           (Name[0] != Verb[0] && isUppercase(Name[1]));
  });
}

/// Whether it grows by a single call that makes room for all by itself.
static bool isOneInsertion(const GrowthCalls &Growth,
                           const ReferenceIndex &Index) {
  if (Growth.Calls.size() != 1 || !loopsAround(*Growth.Calls[0], Index).empty())
    return false;
  return callsMember(*Growth.Calls[0], StdMember::AddsMany);
}

/// Whether any variable but the container would be unused without \p Sum.
static bool leavesUnused(const Stmt &Sum, const Expr &Object,
                         const ReferenceIndex &Index) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&Sum))
    return isa<VarDecl>(Ref->getDecl()) && !nameSameObject(Ref, &Object) &&
           Index.to(*Ref->getDecl()).size() < 2;
  return anyChild(Sum, leavesUnused, Object, Index);
}

/// What a push_back of an owning pointer relies on: that it does not throw.
static bool givesAwayMemory(const Stmt &S) {
  const auto *E = dyn_cast<Expr>(&S);
  return isa<CXXNewExpr>(S) || (E && methodName(*E) == "release") ||
         anyChild(S, givesAwayMemory);
}

/// The change that drops the statement, or none where something may rely on the
/// room: references into the container, or a promise not to throw.
static llvm::SmallVector<FixItHint, 2>
removal(const CXXMemberCallExpr &Reserve, const Expr &Sum, const VarDecl *Need,
        const GrowthCalls &Growth, const ReferenceIndex &Index) {
  const ASTContext &Context = Index.context();
  const Expr &Object = *Reserve.getImplicitObjectArgument();
  const SourceManager &SM = Context.getSourceManager();
  if (Growth.Referred || !Index.parentOf(Reserve).get<CompoundStmt>() ||
      !nameSameObject(&Sum, &Sum) || leavesUnused(Sum, Object, Index))
    return {};
  // It must certainly grow, behind the statement, and not by its own elements.
  bool GrowsBehind = false;
  for (const Expr *Call : Growth.Calls) {
    GrowsBehind |=
        SM.isBeforeInTranslationUnit(Reserve.getExprLoc(), Call->getExprLoc());
    if (givesAwayMemory(*Call))
      return {};
    if (methodName(*Call) == "insert" || methodName(*Call) == "append")
      for (const Expr *Argument :
           llvm::drop_begin(cast<CallExpr>(Call)->arguments(),
                            methodName(*Call) == "insert"))
        if (mentionsObject(*Argument, Object))
          return {};
  }
  llvm::SmallVector<const Stmt *, 2> Statements{&Reserve};
  if (Need && Index.to(*Need).size() == 1) {
    const auto *Declared = Index.parentOf(*Need).get<DeclStmt>();
    if (!Declared || !Declared->isSingleDecl())
      return {};
    Statements.push_back(Declared);
  }
  llvm::SmallVector<FixItHint, 2> Fixes;
  for (const Stmt *S : Statements) {
    CharSourceRange Range = wholeStatement(*S, Context);
    if (Range.isInvalid() || losesComment(S->getSourceRange(), "", Context))
      return {};
    Fixes.push_back(FixItHint::CreateRemoval(Range));
  }
  return GrowsBehind ? Fixes : llvm::SmallVector<FixItHint, 2>();
}

void ReserveInLoopCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *Call = Result.Nodes.getNodeAs<CXXMemberCallExpr>("reserve");
  ASTContext &Context = *Result.Context;
  if (Call->isInstantiationDependent() || !Call->getMethodDecl() ||
      !doesHarm(*Call->getMethodDecl()) ||
      !isEditable(Call->getSourceRange(), *Result.SourceManager))
    return;

  // v.reserve(v.size() + n), or through `auto need = v.size() + n`.
  const Expr &Object = *Call->getImplicitObjectArgument();
  const Expr *Sum = Call->getArg(0)->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Sum);
  const auto *Need = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (Need) {
    if (!Need->isLocalVarDecl() || !Need->getInit() ||
        !usesOf(*Need, Context).only({UseKind::Read, UseKind::Copy}))
      return;
    Sum = Need->getInit();
  }
  if (!isSizePlus(*Sum, Object))
    return;

  const ReferenceIndex &Index = references(Context);
  const FunctionDecl *F = Index.functionOf(*Call);
  Evidence Often = evidence(*Call, Context);
  const Stmt *Loop = growingLoop(Object, *Call, Index);
  if (Loop && Need && !isDeclaredIn(*Need, *Loop, Context))
    return; // it is the same each time
  const Stmt *Around = Loop ? Loop : F ? F->getBody() : nullptr;
  const FunctionFlow *Flow = Loop ? flowOf(F, Context) : nullptr;
  if (!Around || (Flow && !Flow->mayFollow(*Call, *Call)))
    return; // the loop is left each time
  const GrowthCalls Growth(Object, *Around, Index);
  bool Guessed = false, Unseen = false;
  if (!Loop) {
    if (!Growth.Grown || Growth.Emptied || !isOfCaller(Object, *F) ||
        !loopsAround(*Call, Index).empty())
      return;
    if (!growsByCalls(Object, *F, Context, 3)) {
      // Who adds to what is there already may do so again and again.
      Guessed = callsOf(*F, Context).empty() && WarnAppendHelpers &&
                isNamedAppend(*F);
      Unseen = !Guessed && Often.Loops.CalledElsewhere;
      if (!Guessed && !Unseen)
        return;
    }
  }
  if (Often.Recorded ? !matters(Often) : !(Guessed || matters(Often)))
    return;

  QualType Type = Object.getType();
  if (!isStdString(Type)) // no alias, no class derived from it
    Type = compat::recordType(*Call->getRecordDecl());
  Diagnosis Said;
  Said.At = Call->getExprLoc();
  Said.Problem = "'reserve' for no more than is needed next makes '" +
                 nameOf(Type, Context) +
                 "' reallocate each time, where it would grow geometrically by "
                 "itself";
  Said.Often = Often;
  if (Guessed)
    Said.AtLeast = Weight::CalledFromLoop;
  if (Unseen)
    Said.Doubt = "whether it is called again for the same container";
  Said.Suggestion = Loop ? "drop it, or reserve once before the loop"
                         : "drop it, or reserve at least twice the capacity";
  if (!Unseen && (Loop || isOneInsertion(Growth, Index)))
    Said.Fixes = removal(*Call, *Sum, Need, Growth, Index);
  Said.leaveFixes(checkOfGrowth(Type, Context));
  report(std::move(Said), F, Context);
}

ANOMALLOC_CHECK_FACTORY(ReserveInLoopCheck)

} // namespace clang::tidy::anomalloc
