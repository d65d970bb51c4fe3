//===- LoopEvidence.cpp - how often a statement runs ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/loops/LoopEvidence.h"
#include "utils/ast/NumberTable.h"
#include "utils/loops/ColdCode.h"
#include "utils/loops/ModeBranch.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdFunctions.h"
#include "clang/AST/ASTLambda.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

std::string LoopEvidence::phrase() const {
  if (Depth > 1)
    return " inside " + std::to_string(Depth) + " nested loops";
  if (Depth)
    return " inside a loop";
  return CalledAt.isValid() ? " in a function that is called in a loop" : "";
}

/// What all instantiations of a function, or of its class, have in common.
static const FunctionDecl *patternOf(const FunctionDecl &F) {
  const FunctionDecl *Pattern = F.getTemplateInstantiationPattern();
  return (Pattern ? Pattern : &F)->getCanonicalDecl();
}

/// Whether a function calls itself there, also from a lambda. How often that
/// happens depends on the data; it tells nothing of how often it is called.
static bool standsIn(const CallSite &Call, const FunctionDecl &Callee) {
  for (const DeclContext *C = Call.From; C; C = C->getParent())
    if (const auto *F = dyn_cast<FunctionDecl>(C);
        F && patternOf(*F) == patternOf(Callee))
      return true;
  return false;
}

/// Whether the call goes to something like std::for_each or
/// std::ranges::sort, that calls its argument for each element.
static bool isAlgorithm(const FunctionDecl &Callee) {
  if (Callee.getOverloadedOperator() == OO_Call) {
    if (Callee.isImplicit() || !isOfStd(Callee))
      return false;
    // Of libc++ in a namespace within that.
    for (const DeclContext *C = Callee.getDeclContext(); C; C = C->getParent())
      if (const auto *Outer = dyn_cast<NamespaceDecl>(C);
          Outer && Outer->getName() == "ranges")
        return true;
    return false;
  }
  return Callee.isInStdNamespace() && Callee.getDeclName().isIdentifier() &&
         !isa<CXXMethodDecl>(Callee) &&
         !isStdFunction(Callee, StdFunction::CallsOnce);
}

/// Walks user code and notes for each statement its function and its loops.
class LoopIndex::Walk : public RecursiveASTVisitor<LoopIndex::Walk> {
public:
  Walk(ASTContext &Context, std::function<const ReferenceIndex &()> References)
      : Context(Context), References(std::move(References)) {
    for (Decl *D : Context.getTraversalScope())
      TraverseDecl(D);
  }

  bool shouldVisitTemplateInstantiations() const { return true; }
  // Types hold no statement that runs. The second parameter came with clang 22.
  bool TraverseType(QualType, bool = true) { return true; }
  bool TraverseTypeLoc(TypeLoc, bool = true) { return true; }
  bool TraverseNestedNameSpecifierLoc(NestedNameSpecifierLoc) { return true; }

  bool TraverseInitListExpr(InitListExpr *E,
                            DataRecursionQueue *Queue = nullptr) {
    return isNumberTable(E) ||
           RecursiveASTVisitor::TraverseInitListExpr(E, Queue);
  }

  bool TraverseDecl(Decl *D) {
    auto *F = dyn_cast_or_null<FunctionDecl>(D);
    if (!F || !F->isThisDeclarationADefinition())
      return RecursiveASTVisitor::TraverseDecl(D);
    Place Outer = std::exchange(Here, Place{F, 0});
    RecursiveASTVisitor::TraverseDecl(D);
    Here = Outer;
    return true;
  }
  bool dataTraverseStmtPre(Stmt *S) {
    Here.Depth += PerIteration.contains(S);
    if (auto Entry = LambdaBodies.find(S); Entry != LambdaBodies.end())
      std::swap(Here, Entry->second);
    Places[S] = Here;
    return true;
  }
  bool dataTraverseStmtPost(Stmt *S) {
    if (auto Entry = LambdaBodies.find(S); Entry != LambdaBodies.end())
      std::swap(Here, Entry->second);
    Here.Depth -= PerIteration.contains(S);
    return true;
  }

  bool VisitForStmt(ForStmt *S) {
    return isPartOfMacroLoop(*S) ||
           repeat({S->getCond(), S->getInc(), S->getBody(),
                   S->getConditionVariableDeclStmt()});
  }
  /// BOOST_FOREACH is several loops, one of which repeats.
  bool isPartOfMacroLoop(const ForStmt &S) {
    return S.getForLoc().isMacroID() &&
           !MacroLoops
                .insert(
                    {Here.Function,
                     Context.getSourceManager().getExpansionLoc(S.getForLoc())})
                .second;
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S) {
    return repeat({S->getBody(), S->getLoopVarStmt()});
  }
  bool VisitWhileStmt(WhileStmt *S) {
    return repeat(
        {S->getCond(), S->getBody(), S->getConditionVariableDeclStmt()});
  }
  bool VisitDoStmt(DoStmt *S) {
    bool Again = true;
    Expr *Cond = S->getCond(); // do { } while (0) is no loop
    if (!Cond->isValueDependent() &&
        Cond->EvaluateAsBooleanCondition(Again, Context) && !Again)
      return true;
    return repeat({Cond, S->getBody()});
  }

  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee)
      return true;
    call(*Callee, Here.Depth, *Call);
    if (Here.Function && isProcessStart(*Callee))
      ProcessStarters.insert(Here.Function);
    unsigned Depth = Here.Depth + isAlgorithm(*Callee);
    for (Expr *Argument : Call->arguments()) {
      Expr *Plain = Argument->IgnoreUnlessSpelledInSource();
      if (auto *Lambda = dyn_cast<LambdaExpr>(Plain))
        HandedOver[Lambda] = Depth;
      if (auto *Address = dyn_cast<UnaryOperator>(Plain))
        Plain = Address->getSubExpr();
      if (auto *Ref = dyn_cast<DeclRefExpr>(Plain))
        if (auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
          call(*F, Depth, *Ref);
    }
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) {
    call(*Construct->getConstructor(), Here.Depth, *Construct);
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *Lambda) {
    Place Body{Lambda->getCallOperator(), HandedOver.lookup(Lambda)};
    LambdaBodies[Lambda->getBody()] = Body;
    auto *Generic = Lambda->getLambdaClass()->getDependentLambdaCallOperator();
    if (const auto *T = dyn_cast_or_null<FunctionTemplateDecl>(Generic))
      for (FunctionDecl *F : T->specializations()) {
        LambdaBodies[F->getBody()] = {F, Body.Depth};
        TraverseStmt(F->getBody());
      }
    return true;
  }

  /// A call in a loop through which a function is reached, and the condition
  /// on the way from there, if any.
  struct LoopCall {
    SourceLocation At, OnlyIf;
    bool isSure() const { return At.isValid() && OnlyIf.isInvalid(); }
  };
  LoopCall calledInLoop(const FunctionDecl &F) {
    auto [Slot, New] = CalledAt.try_emplace(patternOf(F));
    if (!New)
      return Slot->second; // also ends recursion
    LoopCall Found = findCall(*patternOf(F));
    if (const auto *Method = dyn_cast<CXXMethodDecl>(&F);
        Method && Found.At.isInvalid())
      for (const CXXMethodDecl *Overridden : Method->overridden_methods())
        if (Found = calledInLoop(*Overridden); Found.At.isValid())
          break;
    return CalledAt[patternOf(F)] = Found;
  }

  /// Whether calls of \p F may come from where the unit does not show.
  bool isCalledElsewhere(const FunctionDecl &F) {
    auto [Slot, New] = Elsewhere.try_emplace(patternOf(F), false);
    if (!New)
      return Slot->second; // also ends recursion
    const auto *Method = dyn_cast<CXXMethodDecl>(&F);
    bool Found = !F.isMain() && F.isExternallyVisible() && !F.isDeprecated() &&
                 !(Method && isLambdaCallOperator(Method));
    // Handed over in a static initializer, a call has no function.
    for (const CallSite &C : callsOf(F))
      Found =
          Found || (C.From && isCalledElsewhere(*C.From) && !isCold(*C.Where));
    if (Method && isLambdaCallOperator(Method))
      if (const auto *Around =
              dyn_cast_or_null<FunctionDecl>(Method->getParent()->getParent()))
        Found = isCalledElsewhere(*Around) && !isCalledCold(*Method);
    return Elsewhere[patternOf(F)] = Found;
  }

  ArrayRef<CallSite> callsOf(const FunctionDecl &F) const {
    auto Entry = Calls.find(patternOf(F));
    return Entry == Calls.end() ? ArrayRef<CallSite>() : Entry->second;
  }

  /// Of the \p Depth loops around \p S, how many repeat it.
  unsigned repeating(const Stmt &S, unsigned Depth) const {
    return Depth ? Depth - std::min(Depth, loopsThatRunOnce(S, References()))
                 : 0;
  }
  bool isCold(const Stmt &S) const { return isColdCode(S, References()); }
  /// Whether all calls in the unit, of which there are some, are cold.
  bool isCalledCold(const FunctionDecl &F) const {
    const ArrayRef<CallSite> Known = callsOf(F);
    return !Known.empty() && all_of(Known, [this](const CallSite &C) {
      return isCold(*C.Where);
    });
  }
  /// Whether it starts a process, which takes longer than all that it allocates
  /// outside of its loops.
  bool startsProcess(const FunctionDecl &F) const {
    return ProcessStarters.contains(&F);
  }
  SourceLocation modeAround(const Stmt &S) const {
    return branchOnModeAround(S, References());
  }

  struct Place {
    const FunctionDecl *Function = nullptr;
    unsigned Depth = 0;
  };
  DenseMap<const Stmt *, Place> Places;

private:
  bool repeat(std::initializer_list<Stmt *> Parts) {
    PerIteration.insert(Parts.begin(), Parts.end());
    PerIteration.erase(nullptr);
    return true;
  }
  void call(const FunctionDecl &Callee, unsigned Depth, const Expr &Where) {
    Calls[patternOf(Callee)].push_back({Here.Function, Depth, &Where});
  }
  LoopCall findCall(const FunctionDecl &Callee) {
    for (const CallSite &C : callsOf(Callee))
      if (!standsIn(C, Callee) && repeating(*C.Where, C.Depth) &&
          !isCold(*C.Where))
        return {C.Where->getBeginLoc(), {}};
    // calledInLoop() may look further, but adds no call.
    LoopCall Found;
    for (const CallSite &C : callsOf(Callee)) {
      if (!C.From || Found.isSure() || standsIn(C, Callee))
        continue;
      LoopCall Call = calledInLoop(*C.From);
      if (Call.At.isInvalid() || isCold(*C.Where))
        continue;
      if (Call.isSure())
        Call.OnlyIf = branchOnModeAround(*C.Where, References());
      if (Found.At.isInvalid() || Call.isSure())
        Found = Call;
    }
    return Found;
  }

  ASTContext &Context;
  std::function<const ReferenceIndex &()> References;
  Place Here;
  SmallPtrSet<const Stmt *, 32> PerIteration;
  DenseSet<std::pair<const FunctionDecl *, SourceLocation>> MacroLoops;
  DenseMap<const Stmt *, Place> LambdaBodies;
  DenseMap<const LambdaExpr *, unsigned> HandedOver;
  DenseMap<const FunctionDecl *, SmallVector<CallSite, 1>> Calls;
  DenseMap<const FunctionDecl *, LoopCall> CalledAt;
  DenseMap<const FunctionDecl *, bool> Elsewhere;
  SmallPtrSet<const FunctionDecl *, 2> ProcessStarters;
};

LoopIndex::LoopIndex(ASTContext &Context,
                     std::function<const ReferenceIndex &()> References)
    : Facts(std::make_unique<Walk>(Context, std::move(References))) {}
LoopIndex::~LoopIndex() = default;

LoopEvidence LoopIndex::ofCalls(const FunctionDecl &F) {
  const auto [At, OnlyIf] = Facts->calledInLoop(F);
  return {0, At, OnlyIf, &F, Facts->isCalledElsewhere(F)};
}

ArrayRef<CallSite> LoopIndex::callsOf(const FunctionDecl &F) const {
  return Facts->callsOf(F);
}

LoopEvidence LoopIndex::of(const Stmt &S) {
  auto Entry = Facts->Places.find(&S);
  if (Entry == Facts->Places.end())
    return {};
  auto [Function, Depth] = Entry->second;
  LoopEvidence Evidence{Facts->repeating(S, Depth), {}, {}, Function};
  if (Function) {
    const auto [At, OnlyIf] = Facts->calledInLoop(*Function);
    Evidence.CalledAt = At;
    Evidence.OnlyIf = OnlyIf;
    if (At.isValid() && OnlyIf.isInvalid() && !Evidence.Depth)
      Evidence.OnlyIf = Facts->modeAround(S);
    Evidence.CalledElsewhere = Facts->isCalledElsewhere(*Function);
  }
  if ((Evidence.repeated() || Evidence.CalledElsewhere) &&
      (Facts->isCold(S) ||
       (!Evidence.Depth && Function && Facts->startsProcess(*Function))))
    Evidence = {0, {}, {}, Function};
  return Evidence;
}

} // namespace clang::tidy::anomalloc
