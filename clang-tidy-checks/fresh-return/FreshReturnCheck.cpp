//===- FreshReturnCheck.cpp - made anew and returned by value -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   virtual Matrix tangent(const Vector &Strain) const = 0;
//   for (const Point &P : Rule) {
//     Matrix D = M.tangent(Strain(P));
//     ...
//
//   ->  virtual void tangent(const Vector &Strain, Matrix &D) const = 0;
//       Matrix D(3, 3);
//       for (const Point &P : Rule) {
//         M.tangent(Strain(P), D);
//
//===----------------------------------------------------------------------===//

#include "fresh-return/FreshValue.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Descend.h"
#include "utils/ast/Overrides.h"
#include "utils/ast/ReturnType.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/Compat.h"
#include "utils/framework/StdSince.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/ResultUse.h"
#include "utils/uses/VectorUses.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds functions that make a vector or matrix of numbers anew for each call
/// and return it by value, though their callers want it for a moment only.
struct FreshReturnCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

  /// A function that is not virtual, or all methods that override the same one.
  using Family = llvm::SmallVector<const FunctionDecl *, 2>;
  struct Callers {
    const Expr *Wasteful = nullptr; ///< The heaviest call that keeps no result.
    Evidence Often;                 ///< How often Wasteful runs.
    unsigned Calls = 0;
  };

  void decide(const FunctionDecl &First, const Family &Members,
              ASTContext &Context);
  void look(const FunctionDecl &F, Callers &Seen, ASTContext &Context);
  bool isNumbers(QualType Type, ASTContext &Context);

  /// All families. The key is the declaration of the function, or the first
  /// declaration of the virtual method.
  llvm::MapVector<const FunctionDecl *, Family> Families;
};

} // namespace

void FreshReturnCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      functionDecl(returns(hasCanonicalType(recordType())),
                   unless(anyOf(isImplicit(), isDeleted(), isMain(),
                                cxxConversionDecl(), isConstexpr())))
          .bind("function"),
      this);
}

/// A vector or matrix of the user's or a library's, or a vector of numbers or
/// small structs, or of such vectors.
bool FreshReturnCheck::isNumbers(QualType Type, ASTContext &Context) {
  if (containerClass(Type, Context))
    return true;
  if (!isStd(Type, {"vector", "deque"}) || hasPolymorphicAllocator(Type))
    return false;
  const QualType Element = typeArgument(Type, 0);
  if (Element->isPointerType() || Element->isAnyCharacterType() ||
      Element->isEnumeralType())
    return false;
  return Element->isArithmeticType() ||
         Element.isTriviallyCopyableType(Context) ||
         isNumbers(Element, Context);
}

/// Whether its elements are numbers or points, not records of something: a list
/// of records that nobody is seen to ask for is a report, made now and then.
static bool holdsNumbers(QualType Type) {
  if (isStd(Type, {"vector", "deque"}))
    return holdsNumbers(typeArgument(Type, 0));
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record || isStd(Type, {"complex"}) || containerInterface(Type))
    return true;
  Record = Record->getDefinition();
  return Record && llvm::all_of(Record->fields(), [](const FieldDecl *F) {
           QualType Field = F->getType();
           while (const ArrayType *Array = Field->getAsArrayTypeUnsafe())
             Field = Array->getElementType();
           return Field->isFloatingType() || Field->isDependentType();
         });
}

void FreshReturnCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *F = Result.Nodes.getNodeAs<FunctionDecl>("function");
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (F->isDependentContext() || F->isOverloadedOperator() ||
      (Method && Method->getParent()->isLambda()) ||
      !isNumbers(F->getReturnType(), *Result.Context))
    return;
  const FunctionDecl *First = F->getCanonicalDecl();
  if (Method && Method->isVirtual())
    First = firstDeclaredVirtual(*Method);
  Family &Members = Families[First];
  if (!llvm::is_contained(Members, F->getCanonicalDecl()))
    Members.push_back(F->getCanonicalDecl());
}

void FreshReturnCheck::finishUnit(ASTContext &Context) {
  for (const auto &[First, Members] : Families)
    decide(*First, Members, Context);
  Families.clear();
}

/// Whether the caller keeps the object: in a container, a member, an object
/// that it builds. A variable of a loop, or one that is assigned to, could as
/// well be passed to be filled.
static bool livesOn(const Expr &Call, const Evidence &Often,
                    const ReferenceIndex &Index) {
  const ResultUse Use = useOfResult(Call, Index);
  if (Use == ResultUse::Returned)
    return true;
  if (isMomentary(Use))
    return false;
  const Expr &Value = ascendWhile(Call, Index, [](const Expr &Up) {
    return isa<CastExpr>(Up) || handsOnValue(Up);
  });
  const DynTypedNode Parent = Index.parentOf(Value);
  if (const auto *V = Parent.get<VarDecl>()) {
    if (!V->hasLocalStorage() || V->isInitCapture())
      return true;
    // Moved on, or returned.
    return summarize(Index.to(*V), Index).any(UseKind::Move);
  }
  const auto *Assign = Parent.get<CXXOperatorCallExpr>();
  if (!Assign || Assign->getOperator() != OO_Equal)
    return !Parent.get<MemberExpr>(); // moved to a parameter, or f().clear()
  const Expr *To = Assign->getArg(0)->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(To)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
           summarize(Index.to(*V), Index).any(UseKind::Move);
  }
  // Of a[i] = f(), each element is one to keep; so is a member that is set once
  // in the life of its object, as far as is seen.
  if (!isa<MemberExpr>(To))
    return true;
  return !Often.Recorded && !Often.Loops.repeated();
}

/// Whether the call is an operand of an operator, as `b.transposed() * d`:
/// operator-temporary speaks of it, if the class is a vector or matrix.
static bool isOperand(const Expr &Call, const ReferenceIndex &Index) {
  const auto *Operator =
      Index.parentOf(outermostValue(Call, Index)).get<CXXOperatorCallExpr>();
  return Operator && Operator->getOperator() != OO_Equal &&
         Operator->getOperator() != OO_Call &&
         Operator->getOperator() != OO_Subscript;
}

void FreshReturnCheck::look(const FunctionDecl &F, Callers &Seen,
                            ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  const bool IsClass(containerClass(F.getReturnType(), Context));
  for (const CallSite &Call : callsOf(F, Context)) {
    if (!Call.Where || !isa<CallExpr>(Call.Where) ||
        (Call.From && Call.From->isDependentContext()))
      continue;
    ++Seen.Calls;
    const Evidence Here = evidence(*Call.Where, Context);
    if (livesOn(*Call.Where, Here, Index) ||
        (IsClass && isOperand(*Call.Where, Index)))
      continue;
    std::optional<Evidence> Often;
    if (Seen.Wasteful)
      Often = Seen.Often;
    if (add(Often, Here))
      Seen.Wasteful = Call.Where;
    Seen.Often = *Often;
  }
}

/// Whether the result differs from call to call: it depends on an element, a
/// point, another vector; an enumerator selects one of a few. Or the call
/// changes its object, as that for the next sample does.
static bool computesAnew(const FunctionDecl &F, bool IsSeen) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (IsSeen && Method && Method->isInstance() && !Method->isConst())
    return true;
  return llvm::any_of(F.parameters(), [](const ParmVarDecl *P) {
    const QualType Type = P->getType().getNonReferenceType();
    return !Type->isEnumeralType() && !Type->isBooleanType() &&
           !P->hasDefaultArg() && stdName(Type) != "basic_string";
  });
}

/// Whether the main file declares the function or has the body of it or of an
/// override. What a header of others only offers is no matter of this file.
static bool isOfMainFile(const FunctionDecl &First,
                         llvm::ArrayRef<const FunctionDecl *> Members) {
  const SourceManager &SM = First.getASTContext().getSourceManager();
  auto IsHere = [&](const FunctionDecl *F) {
    const FunctionDecl *Body = F->getDefinition();
    return SM.isInMainFile(SM.getExpansionLoc(F->getLocation())) ||
           (Body && SM.isInMainFile(SM.getExpansionLoc(Body->getLocation())));
  };
  return IsHere(&First) || llvm::any_of(Members, IsHere);
}

/// Whether \p Body makes an object of another type than \p Returned of which
/// \p OwnsHeap is true: beside it the block of what is returned may be nothing.
static bool makesOthers(const Stmt &Body, QualType Returned,
                        llvm::function_ref<bool(QualType)> OwnsHeap) {
  if (const auto *Declared = dyn_cast<DeclStmt>(&Body))
    for (const Decl *D : Declared->decls())
      if (const auto *V = dyn_cast<VarDecl>(D);
          V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
          V->getType().getCanonicalType().getUnqualifiedType() !=
              Returned.getCanonicalType().getUnqualifiedType() &&
          OwnsHeap(V->getType()))
        return true;
  return anyChild(Body, makesOthers, Returned, OwnsHeap);
}

void FreshReturnCheck::decide(const FunctionDecl &First, const Family &Members,
                              ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  const auto *Method = dyn_cast<CXXMethodDecl>(&First);
  const bool IsVirtual = Method && Method->isVirtual();
  bool IsSeen = false;
  const FunctionDecl *Maker = nullptr; // a definition that is seen
  std::optional<uint64_t> Elements;
  const CXXMethodDecl *From = nullptr;
  // What a profile knows: all calls of a function that makes nothing else, or
  // the lines that make the object.
  Evidence Makings;
  for (const FunctionDecl *F : Members) {
    const FreshValue Value = freshValueOf(*F, Index);
    for (SourceRange Made : Value.Made)
      alsoMeasured(Makings,
                   evidence(*F->getDefinition()->getBody(), Made, Context));
    if (Value.Is == FreshValue::Part)
      return; // for copying-return
    if (Value.Is != FreshValue::Fresh)
      continue;
    Elements =
        !IsSeen || Elements == Value.Elements ? Value.Elements : std::nullopt;
    if (!IsSeen)
      Maker = F->getDefinition();
    if (Value.From && firstDeclaredVirtual(*Value.From) != &First)
      From = Value.From;
    IsSeen = true;
  }
  constexpr uint64_t FewElements = 64;
  if (Elements && *Elements > FewElements)
    Elements.reset();

  Callers Seen;
  look(First, Seen, Context);
  for (const FunctionDecl *F : Members)
    if (F != &First)
      look(*F, Seen, Context);
  if (Seen.Calls && !Seen.Wasteful)
    return; // all of them keep it

  const QualType Type = First.getReturnType();
  const bool IsClass(containerClass(Type, Context));
  if (!Seen.Calls) {
    // Nobody is seen to call it: others may, in loops.
    if (promisesNew(First) || !Method || First.getAccess() == AS_private ||
        !computesAnew(First, IsSeen) || !isOfMainFile(First, Members) ||
        !holdsNumbers(Type) ||
        containerInterface(compat::recordType(*Method->getParent())) ||
        !(IsVirtual || (IsSeen && Method->isConst())))
      return;
    Seen.Often = evidenceOfCalls(First, Context);
  } else if (!Seen.Often.Recorded && !Seen.Often.Loops.repeated()) {
    // Called now and then, as far as is seen.
    if (!IsVirtual || !Seen.Often.Loops.CalledElsewhere ||
        !computesAnew(First, IsSeen) || !isOfMainFile(First, Members))
      return;
  }
  alsoMeasured(Makings, measuredInCalls(Members, Context));
  alsoMeasured(Seen.Often, Makings);
  if (!matters(Seen.Often) ||
      (!IsSeen && !IsVirtual && !IsClass && !(Method && Method->isConst())))
    return;

  const SourceLocation At = returnTypeLocation(First);
  if (!isEditable(At, Context.getSourceManager()))
    return;
  const HeapOwnership Owner = likelyHeapOwnership(Type, Context);
  const std::string TypeName = nameOf(Type, Context);
  const std::string Name = First.getNameAsString();
  Diagnosis F;
  F.At = At;
  F.Problem = "each call of '" + Name + "' " + (IsSeen ? "makes" : "returns") +
              " a new '" + TypeName + "', which owns heap memory";
  if (std::string Reason = Owner.reason(); !Reason.empty())
    F.Problem += " (" + Reason + ")";
  F.Often = Seen.Often;
  F.Doubt = Owner.doubt();
  if (From && F.Doubt.empty())
    F.Doubt = "whether the overrides of '" + From->getNameAsString() +
              "', which makes it, could fill one";
  if (Elements && *Elements)
    F.Suggestion = "it always has " + std::to_string(*Elements) +
                   (*Elements == 1 ? " element" : " elements") +
                   ": return a type that holds them in place" +
                   (hasStd(StdPart::Array, Context.getLangOpts())
                        ? ", such as 'std::array'"
                        : "");
  else
    F.Suggestion = "let the caller pass a '" + TypeName +
                   " &' to fill, and keep one for all calls";
  if (Seen.Wasteful)
    F.Notes.push_back({Seen.Wasteful->getBeginLoc(),
                       "this caller needs it for a moment only",
                       {}});
  if (Maker &&
      !Context.getSourceManager().isWrittenInSameFile(Maker->getLocation(), At))
    F.Notes.push_back({Maker->getLocation(), "it is made here", {}});
  if (IsVirtual)
    F.Notes.push_back({At, "every override has to change with it", {}});
  auto OwnsHeap = [&](QualType Its) {
    return bool(likelyHeapOwnership(Its, Context));
  };
  if (Maker && makesOthers(*Maker->getBody(), Type, OwnsHeap))
    F.leaveToProfile();
  report(std::move(F), First.getDeclContext(), Context);
}

ANOMALLOC_CHECK_FACTORY(FreshReturnCheck)

} // namespace clang::tidy::anomalloc
