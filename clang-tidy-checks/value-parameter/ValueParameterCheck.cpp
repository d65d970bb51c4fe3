//===- ValueParameterCheck.cpp - copies made for a call -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   double norm(std::vector<double> V) { ... S += V[I] * V[I]; ... }
//   for (...) Sum += norm(Rows[I]);
//
//   ->  double norm(const std::vector<double> &V)
//
//===----------------------------------------------------------------------===//

#include "utils/ast/Climb.h"
#include "utils/ast/NamedInText.h"
#include "utils/ast/Overrides.h"
#include "utils/ast/ReturnType.h"
#include "utils/flow/CountWatch.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/CopyCost.h"
#include "utils/objects/CopyTrace.h"
#include "utils/objects/PointerLike.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TextSource.h"
#include "utils/uses/LambdaFate.h"
#include "utils/uses/ParameterFacts.h"
#include "utils/uses/StdMembers.h"
#include "value-parameter/ConstUse.h"
#include "clang/AST/StmtCXX.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds parameters that own heap memory, are passed by value, copied by some
/// caller in a loop, and only read.
struct ValueParameterCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

  /// The facts that the callers in the unit show.
  struct Callers {
    bool Any = false;              ///< The unit has callers.
    bool AllArePrivate = true;     ///< Only the callers can change originals.
    const Expr *Copying = nullptr; ///< The copying call in the most loops.
    Evidence Often;
  };
  using Methods = llvm::SmallVector<const CXXMethodDecl *, 4>;

  bool onlyReads(const FunctionDecl &F, unsigned Parameter,
                 ASTContext &Context);
  bool hasFreeSignature(const FunctionDecl &F, ASTContext &Context);
  Callers callersOf(const FunctionDecl &F, unsigned Parameter,
                    ASTContext &Context);
  void decide(const FunctionDecl &F, unsigned Parameter, ASTContext &Context);

  std::vector<std::pair<const FunctionDecl *, unsigned>> Candidates;
  /// The overrides of each method, by the method that was declared virtual
  /// first.
  llvm::DenseMap<const CXXMethodDecl *, Methods> Families;
  /// The families with a reported parameter, and the index of this parameter.
  llvm::DenseSet<std::pair<const CXXMethodDecl *, unsigned>> Told;
};

} // namespace

void ValueParameterCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(functionDecl(unless(isImplicit()), unless(isDeleted()),
                                   unless(isDefaulted()),
                                   hasParameter(0, anything()))
                          .bind("function"),
                      this);
}

/// Whether objects of the class are called or stand for something else: those
/// are passed by value on purpose.
static bool isByValueByNature(QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  // A container that is only declared may not be complete.
  if (isStd(Type, {"function", "shared_ptr"}) || isStdContainer(Type))
    return false;
  if (!Record || !Record->hasDefinition() || isPointerLike(Type))
    return true;
  if (Record->isLambda() || Record->isUnion())
    return true;
  // No copy, or one that may be cheap.
  bool CanCopy = Record->needsImplicitCopyConstructor() &&
                 !Record->defaultedCopyConstructorIsDeleted();
  for (const CXXConstructorDecl *Constructor : Record->ctors())
    CanCopy |= Constructor->isCopyConstructor() && !Constructor->isDeleted();
  return !CanCopy ||
         llvm::any_of(Record->methods(), [](const CXXMethodDecl *Method) {
           return Method->getOverloadedOperator() == OO_Call &&
                  Method->getParent()->isCompleteDefinition();
         });
}

void ValueParameterCheck::check(const MatchFinder::MatchResult &Result) {
  const auto &F = *Result.Nodes.getNodeAs<FunctionDecl>("function");
  ASTContext &Context = *Result.Context;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (Method && Method->isVirtual() && Method->isCanonicalDecl())
    Families[firstDeclaredVirtual(*Method)].push_back(Method);
  const bool IsBody = F.isThisDeclarationADefinition();
  if ((!IsBody && (F.isDefined() || !F.isCanonicalDecl())) ||
      F.isDependentContext() || F.isMain() || F.isExternC() ||
      F.getOverloadedOperator() == OO_Equal ||
      F.getTemplateSpecializationKind() == TSK_ExplicitSpecialization ||
      isa_and_present<CoroutineBodyStmt>(F.getBody()))
    return;
  for (unsigned I = 0; I < F.getNumParams(); ++I) {
    const QualType Type = F.getParamDecl(I)->getType();
    if (!Type->isRecordType() || isByValueByNature(Type) ||
        !CopyCost::of(Type, copiedHeap(Type, Context)))
      continue;
    // Without a body, only its author's `const` tells that it is read.
    if (!IsBody && (!Type.isConstQualified() || isPlainString(Type)))
      continue;
    // `T V`: for numbers, iterators and functors as well.
    const ParmVarDecl *Written = writtenParameter(F, I);
    if (Written && !Written->getType()->getAs<TemplateTypeParmType>() &&
        !Written->getType()->getAs<DependentNameType>())
      Candidates.push_back({&F, I});
  }
}

bool ValueParameterCheck::onlyReads(const FunctionDecl &F, unsigned Parameter,
                                    ASTContext &Context) {
  const FunctionDecl *Body = F.getDefinition();
  const ReferenceIndex &Index = references(Context);
  if (!Body)
    return F.getParamDecl(Parameter)->getType().isConstQualified();
  if (!Index.sawBody(*Body))
    return false;
  const ParmVarDecl &P = *Body->getParamDecl(Parameter);
  const UseSummary Uses = usesOf(P, Context);
  if (Uses.Uses.empty() || !Uses.only({UseKind::Read, UseKind::Copy}))
    return false;
  // A const one cannot be moved from.
  if (P.getType().isConstQualified())
    return true;
  // The last use that copies could move; what a lambda copies is its business.
  for (const Use &U : Uses.Uses) {
    const auto *Lambda =
        Index
            .parentOf(
                ascend<ImplicitCastExpr, CXXConstructExpr>(*U.Reference, Index))
            .get<LambdaExpr>();
    if (Lambda && !Index.inCopy(*Lambda, P).empty())
      return false;
    if (!U.All.has(UseKind::Copy))
      continue;
    const auto *Ref = dyn_cast<DeclRefExpr>(U.Reference);
    const FunctionFlow *Flow = flowOf(Body, Context);
    if (U.Capture || !Flow || !Ref || Flow->isLastUse(*Ref, P))
      return false;
  }
  return true;
}

/// Whether a pointer or a template has the signature: it cannot change.
bool ValueParameterCheck::hasFreeSignature(const FunctionDecl &F,
                                           ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  for (const Expr *Name : Index.to(F))
    if (!callOf(*Name, Index))
      return false;
  return llvm::none_of(callsOf(F, Context), [](const CallSite &Call) {
    return isa<DeclRefExpr>(Call.Where);
  });
}

/// Whether nobody but the caller can change an object during a call.
static bool isPrivate(const Expr &E, const FunctionFlow *Flow) {
  const auto *Ref = dyn_cast<DeclRefExpr>(&E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || V->getType()->isReferenceType())
    return false;
  return V->getType().isConstQualified() ||
         (V->hasLocalStorage() && Flow && !Flow->escapes(*V));
}

ValueParameterCheck::Callers
ValueParameterCheck::callersOf(const FunctionDecl &F, unsigned Parameter,
                               ASTContext &Context) {
  Callers Seen;
  std::optional<Evidence> Often;
  for (const CallSite &Call : callsOf(F, Context)) {
    if (Call.From && Call.From->isDependentContext())
      continue;
    Seen.Any = true;
    const Expr *Argument = argumentAt(Call, Parameter);
    const Expr *From = Argument ? copiedByArgument(*Argument) : nullptr;
    if (!From)
      continue;
    const FunctionFlow *Flow = flowOf(Call.From, Context);
    Seen.AllArePrivate &= isPrivate(*From, Flow);
    // The copy is made for the argument.
    if (add(Often, evidence(*Call.Where, Argument->getSourceRange(), Context)))
      Seen.Copying = Call.Where;
  }
  Seen.Often = Often.value_or(Evidence());
  return Seen;
}

/// A call that takes elements away from a container that others have, and after
/// which \p P may be used: the caller's object may have been one of them, as in
/// `drop(All.begin()->first)`. Null: there is none.
static const CXXMemberCallExpr *takesAwayBeforeUse(const FunctionDecl &F,
                                                   const ParmVarDecl &P,
                                                   const FunctionFlow &Flow,
                                                   ASTContext &Context) {
  for (const BoundNodes &Nodes : match(
           findAll(cxxMemberCallExpr().bind("call")), *F.getBody(), Context)) {
    const auto *Call = Nodes.getNodeAs<CXXMemberCallExpr>("call");
    const CXXMethodDecl *Method = Call->getMethodDecl();
    const Expr *On = calledOn(*Call);
    if (!On || !Method || Method->isConst() || !isOfStd(*Method))
      continue;
    const UseKind Change = stdMember(methodName(*Call)).Use;
    if (Change != UseKind::Shrink && Change != UseKind::Assign)
      continue;
    const auto *Ref = dyn_cast<DeclRefExpr>(On->IgnoreParenImpCasts());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
        !V->getType()->isPointerType())
      continue;
    if (llvm::any_of(Flow.usesOf(P), [&](const DeclRefExpr *Use) {
          return Flow.mayFollow(*Call, *Use);
        }))
      return Call;
  }
  return nullptr;
}

void ValueParameterCheck::decide(const FunctionDecl &F, unsigned Parameter,
                                 ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  const ParmVarDecl &P = *F.getParamDecl(Parameter);
  const QualType Type = P.getType();
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  const LambdaExpr *Lambda = Method ? Index.lambdaOf(*Method) : nullptr;
  Callers Seen = callersOf(F, Parameter, Context);
  bool IsFamily = Method && Method->isVirtual();
  bool IsSeen = F.isDefined(); ///< All bodies are.
  if (IsFamily) {
    auto Family = Families.find(firstDeclaredVirtual(*Method));
    if (Family == Families.end())
      return; // declared in a system header
    for (const CXXMethodDecl *Other : Family->second) {
      if (Other->size_overridden_methods() > 1)
        return;
      if (Other->getCanonicalDecl() == F.getCanonicalDecl())
        continue;
      if (!Common.AlsoReportStock && !Other->size_overridden_methods() &&
          Other->hasBody() && onlyReads(*Other, Parameter, Context) &&
          stockReportsParameter(*Other->getDefinition(), Parameter, Context))
        return;
      if (!Other->isPureVirtual() &&
          !onlyReads(*Other->getCanonicalDecl(), Parameter, Context))
        return;
      IsSeen &= Other->isPureVirtual() || Other->isDefined();
      Callers Theirs = callersOf(*Other, Parameter, Context);
      Seen.Any |= Theirs.Any;
      std::optional<Evidence> Both;
      if (Seen.Copying)
        Both = Seen.Often;
      if (Theirs.Copying && add(Both, Theirs.Often))
        Seen.Copying = Theirs.Copying;
      Seen.Often = Both.value_or(Seen.Often);
    }
  }
  if (Lambda && !Seen.Copying && isCalledWithElements(*Lambda, Index)) {
    Seen.Copying = Lambda;
    Seen.Often = evidence(*Lambda->getBody(), Context);
  }
  if ((Seen.Any || Lambda) && !Seen.Copying)
    return; // all callers hand over new objects
  const CopyCost Cost = CopyCost::of(Type, copiedHeap(Type, Context));
  if (!Seen.Copying) {
    // That a pointer is shared, or a closure kept, may be what it is for.
    if (Cost.What != CopyCost::HeapMemory)
      return;
    Seen.Often = evidenceOfCalls(F, Context);
  }
  if (!matters(Seen.Often) || !onlyReads(F, Parameter, Context) ||
      !hasFreeSignature(F, Context))
    return;
  // `void set(T &Out, T In)` is written for set(x, x).
  for (const ParmVarDecl *Other : F.parameters())
    if (Other->getType()->isLValueReferenceType() &&
        Context.hasSameUnqualifiedType(Other->getType()->getPointeeType(),
                                       Type) &&
        !Other->getType()->getPointeeType().isConstQualified())
      return;
  if (!Common.AlsoReportStock && stockReportsParameter(F, Parameter, Context))
    return;

  Diagnosis Found;
  Found.At = writtenParameter(F, Parameter)->getLocation();
  if (!isEditable(Found.At, Context.getSourceManager()))
    return;
  const std::string TypeName = nameOf(Type, Context);
  Found.Problem = "'" + P.getName().str() + "', a '" + TypeName + "' that " +
                  Cost.phrase() +
                  (IsSeen ? ", is only read, but copied for a call"
                          : ", is copied for a call, and const: nothing can "
                            "take its memory over");
  Found.Often = Seen.Often;
  Found.AtMost = Cost.atMost();
  if (!IsSeen && F.isExternallyVisible())
    Found.AtLeast = Weight::OncePerCall;
  if (!IsSeen)
    Found.Doubt = "whether '" + F.getNameAsString() +
                  "' lets the original change meanwhile";
  else if (!Seen.Copying)
    Found.Doubt = "whether callers hand over an object that they keep";
  const FunctionFlow *Flow =
      IsSeen && F.hasBody() ? flowOf(&F, Context) : nullptr;
  if (const CXXMemberCallExpr *Away =
          Flow && !IsFamily ? takesAwayBeforeUse(F, P, *Flow, Context)
                            : nullptr) {
    Found.Doubt = "whether the original is an element that goes before the "
                  "last use";
    Found.Notes.push_back({Away->getExprLoc(), "elements go here", {}});
  }
  Found.Suggestion = "take it by 'const " + TypeName + " &'";
  if (Seen.Copying && !Lambda)
    Found.Notes.push_back(
        {Seen.Copying->getBeginLoc(), "this call copies", {}});
  if (IsFamily) {
    // One for all overrides.
    if (!Told.insert({firstDeclaredVirtual(*Method), Parameter}).second)
      return;
    for (const CXXMethodDecl *Other : Families[firstDeclaredVirtual(*Method)])
      if (Other->getCanonicalDecl() != F.getCanonicalDecl())
        Found.Notes.push_back({Other->getParamDecl(Parameter)->getLocation(),
                               "this has to change with it",
                               {}});
    report(std::move(Found), F.getDeclContext(), Context);
    return;
  }
  if (!IsSeen)
    return report(std::move(Found), F.getDeclContext(), Context);
  auto Fixes = passByConstReference(F, Parameter, Context);
  const bool IsNamedElsewhere = timesNamed(P.getName(), F.getSourceRange(),
                                           Context) > Index.to(P).size() + 1;
  if (!Found.Doubt.empty() || Fixes.empty() || !compilesAsConst(P, Index)) {
    // The reader sees best what must change with it.
  } else if (!IsNamedElsewhere && Flow &&
             (!mayChangeOthers(*Flow) || (Seen.AllArePrivate && Seen.Any &&
                                          isSeenByThisUnitOnly(F, Context)))) {
    Found.Fixes.assign(Fixes.begin(), Fixes.end());
    const CopyTrace Trace = traceOfCopies(Type);
    if (Trace != CopyTrace::Counts || mayMissHandle(P, *Flow))
      Found.leaveFixes(checkOfCopies(Trace, TypeName));
  } else {
    Found.Notes.push_back({Found.At,
                           "check that nothing changes the argument while the "
                           "function refers to it",
                           {Fixes.begin(), Fixes.end()}});
  }
  report(std::move(Found), &F, Context);
}

void ValueParameterCheck::finishUnit(ASTContext &Context) {
  // What one instantiation changes, the others cannot leave alone.
  llvm::DenseSet<SourceLocation> Changed;
  for (const auto &[F, Parameter] : Candidates)
    if (isInstantiated(F) && !onlyReads(*F, Parameter, Context))
      Changed.insert(F->getParamDecl(Parameter)->getLocation());
  for (const auto &[F, Parameter] : Candidates)
    if (!Changed.contains(F->getParamDecl(Parameter)->getLocation()))
      decide(*F, Parameter, Context);
  Candidates.clear();
  Families.clear();
  Told.clear();
}

ANOMALLOC_CHECK_FACTORY(ValueParameterCheck)

} // namespace clang::tidy::anomalloc
