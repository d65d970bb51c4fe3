//===- CopyingReturnCheck.cpp - getters that copy -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<int> nodes(int I) const { return Nodes[I]; }
//   for (int I = 0; I < N; ++I)
//     Sum += M.nodes(I).size();
//
//   ->  const std::vector<int> &nodes(int I) const { return Nodes[I]; }
//
// The paper's own case makes the object anew, out of the mesh and an index;
// there is nothing to refer to then, but a light proxy would do.
//
//===----------------------------------------------------------------------===//

#include "copying-return/ReturnedPart.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Overrides.h"
#include "utils/ast/ReturnType.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/CopyTrace.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TextSource.h"
#include "utils/uses/ResultUse.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds accessors that return by value what their callers only look at.
struct CopyingReturnCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

  /// The uses of the result by the callers of an accessor, or of all overrides
  /// of a virtual one.
  struct Callers {
    unsigned Calls = 0;
    const Expr *Wasteful = nullptr; ///< The needless copy that repeats most.
    Evidence Often;                 ///< How often Wasteful runs.
    const Expr *Bound = nullptr;    ///< A call that keeps a reference.
    const Expr *Needs = nullptr;    ///< A call that needs its own object.
    /// The accessor is named without a call, or a call hands the result to code
    /// that may change the original.
    bool IsNamed = false;
    bool IsLookedAt = false; ///< A call looks at the result, unnamed.
  };
  void decide(const FunctionDecl &F, ASTContext &Context);
  void decideConst(const FunctionDecl &F, ASTContext &Context);
  void look(const FunctionDecl &F, Callers &Seen, ASTContext &Context,
            unsigned Depth = 0);
  /// The first virtual declaration of \p Method, in an interface. Null if a
  /// change of this declaration would reach code that returns something else.
  const FunctionDecl *rootOf(const CXXMethodDecl &Method) const;

  llvm::SmallVector<const FunctionDecl *, 16> Accessors;
  llvm::MapVector<const CXXMethodDecl *,
                  llvm::SmallVector<const CXXMethodDecl *, 4>>
      Families; ///< Virtual methods, by the first declaration of each.
};

} // namespace

void CopyingReturnCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(functionDecl(returns(hasCanonicalType(recordType())),
                                   unless(isImplicit()), unless(isDeleted()))
                          .bind("function"),
                      this);
}

void CopyingReturnCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *F = Result.Nodes.getNodeAs<FunctionDecl>("function");
  if (F->isDependentContext())
    return;
  if (F->isThisDeclarationADefinition() ||
      (!F->isDefined() && F->isCanonicalDecl()))
    Accessors.push_back(F);
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->isVirtual() && Method->isCanonicalDecl())
    Families[firstDeclaredVirtual(*Method)].push_back(Method);
}

void CopyingReturnCheck::finishUnit(ASTContext &Context) {
  for (const FunctionDecl *F : Accessors)
    decide(*F, Context);
  Accessors.clear();
  Families.clear();
}

const FunctionDecl *
CopyingReturnCheck::rootOf(const CXXMethodDecl &Method) const {
  const CXXMethodDecl *Root = firstDeclaredVirtual(Method);
  auto Family = Families.find(Root);
  if (Family == Families.end())
    return nullptr; // declared in a system header
  for (const CXXMethodDecl *Member : Family->second)
    if (Member->size_overridden_methods() > 1 ||
        (!Member->isPureVirtual() &&
         returnedPart(*Member).What != ReturnedPart::Part))
      return nullptr;
  return Root;
}

/// Whether a function that gets part of an object by reference could change the
/// object meanwhile.
static bool mayChangeMeanwhile(const Expr &Call, const ReferenceIndex &Index) {
  for (auto [Outer, Inner] : parentsOf(Call, Index)) {
    const FunctionDecl *F = nullptr;
    if (const auto *C = dyn_cast<CallExpr>(&Outer))
      F = C->getDirectCallee();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(&Outer))
      F = C->getConstructor();
    else
      continue;
    if (!F)
      return true;
    if (isOfStd(*F))
      return false;
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (Method && Method->isInstance() && !Method->isConst() &&
        !isa<CXXConstructorDecl>(Method))
      return true;
    for (const ParmVarDecl *P : F->parameters()) {
      QualType T = P->getType();
      if ((T->isReferenceType() || T->isPointerType()) &&
          !T->getPointeeType().isConstQualified() &&
          !stdName(T).ends_with("stream"))
        return true;
    }
    return false;
  }
  return true;
}

void CopyingReturnCheck::look(const FunctionDecl &F, Callers &Seen,
                              ASTContext &Context, unsigned Depth) {
  const ReferenceIndex &Index = references(Context);
  for (const CallSite &Call : callsOf(F, Context)) {
    if (!Call.Where || !isa<CallExpr>(Call.Where)) {
      Seen.IsNamed = true;
      continue;
    }
    if (Call.From && Call.From->isDependentContext())
      continue;
    ++Seen.Calls;
    const ResultUse Use = useOfResult(*Call.Where, Index);
    if (Use == ResultUse::Changed)
      Seen.Needs = Call.Where;
    if (Use == ResultUse::Bound)
      Seen.Bound = Call.Where;
    Seen.IsNamed |=
        Use == ResultUse::Lent && mayChangeMeanwhile(*Call.Where, Index);
    if (Use == ResultUse::Returned && Call.From && Depth < 4) {
      // What is handed on is wasted if the callers of that function waste it.
      ReturnedPart Part = returnedPart(*Call.From);
      if (Part.What == ReturnedPart::Forwarded && Part.Via &&
          Part.Via->getCanonicalDecl() == F.getCanonicalDecl()) {
        Callers Theirs;
        look(*Call.From, Theirs, Context, Depth + 1);
        if (Theirs.Wasteful && (!Seen.Wasteful || Theirs.Often.Loops.Depth >
                                                      Seen.Often.Loops.Depth)) {
          Seen.IsLookedAt |= Theirs.IsLookedAt;
          Seen.Wasteful = Theirs.Wasteful;
          Seen.Often = Theirs.Often;
        }
      }
    }
    if (!isMomentary(Use))
      continue;
    Seen.IsLookedAt |= Use != ResultUse::ReadOnly;
    std::optional<Evidence> Often;
    if (Seen.Wasteful)
      Often = Seen.Often;
    if (add(Often, evidence(*Call.Where, Context)))
      Seen.Wasteful = Call.Where;
    Seen.Often = *Often;
  }
}

/// "'Nodes'", "a part of 'Rows'".
static std::string describe(const ReturnedPart &Part, QualType Type) {
  const auto *Value = dyn_cast_or_null<ValueDecl>(Part.Of);
  if (!Value)
    return "what it refers to";
  const bool IsAll = Value->getType().getCanonicalType().getUnqualifiedType() ==
                     Type.getCanonicalType().getUnqualifiedType();
  return (IsAll ? "'" : "a part of '") + Value->getNameAsString() + "'";
}

/// `const std::vector<int> nodes() const;`
void CopyingReturnCheck::decideConst(const FunctionDecl &F,
                                     ASTContext &Context) {
  const QualType Type = F.getReturnType();
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (!Type.isConstQualified() || isPlainString(Type) ||
      (Method && Method->isVirtual()))
    return;
  const HeapOwnership Owner = copiedHeap(Type, Context);
  const SourceLocation At = returnTypeLocation(*F.getCanonicalDecl());
  if (!Owner || !isEditable(At, Context.getSourceManager()))
    return;
  const std::string Name = nameOf(Type, Context);
  Diagnosis Found;
  Found.At = At;
  Found.Problem = "'" + F.getNameAsString() + "' returns a 'const " + Name +
                  "' by value: callers cannot take its heap memory over";
  Found.Often = evidenceOfCalls(F, Context);
  if (F.isDefined() || !Method || !Method->isConst()) {
    Found.Suggestion = "leave the 'const' out";
  } else {
    Found.Suggestion =
        "return 'const " + Name + " &', or leave the 'const' out";
    Found.Doubt = "whether it returns a part of the object";
  }
  report(std::move(Found), F.getDeclContext(), Context);
}

/// Whether no class can override it.
static bool isFinal(const CXXMethodDecl &Method) {
  return Method.hasAttr<FinalAttr>() ||
         Method.getParent()->isEffectivelyFinal();
}

/// Whether the class has the same function by reference, for those who need no
/// copy: `const Rows &rows() const;` beside `Rows rows();`
static bool hasReferenceTwin(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (!Method)
    return false;
  return llvm::any_of(
      Method->getParent()->lookup(Method->getDeclName()),
      [&](const NamedDecl *Other) {
        const auto *Twin = dyn_cast<CXXMethodDecl>(Other);
        return Twin && Twin->getNumParams() == Method->getNumParams() &&
               Twin->getReturnType()->isLValueReferenceType() &&
               Twin->getReturnType().getNonReferenceType().isConstQualified() &&
               Twin->getReturnType()
                       .getNonReferenceType()
                       .getCanonicalType()
                       .getUnqualifiedType() ==
                   F.getReturnType().getCanonicalType().getUnqualifiedType();
      });
}

void CopyingReturnCheck::decide(const FunctionDecl &F, ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const ReturnedPart Part = returnedPart(F);
  if (Part.What == ReturnedPart::None)
    return decideConst(F, Context);
  if (hasReferenceTwin(F))
    return;
  const QualType Type = F.getReturnType();
  const HeapOwnership Owner = Part.What == ReturnedPart::Built
                                  ? heapOwnership(Type, Context)
                                  : copiedHeap(Type, Context);
  if (!Owner)
    return;
  const FunctionDecl *Root = &F;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  const bool IsVirtual = Method && Method->isVirtual();
  if (IsVirtual && !(Root = rootOf(*Method)))
    return;
  // A constant is what a null object has in place of what others compute.
  if (IsVirtual && isa_and_nonnull<VarDecl>(Part.Of))
    return;

  Callers Seen;
  look(F, Seen, Context);
  if (IsVirtual)
    for (const CXXMethodDecl *Other : Families[firstDeclaredVirtual(*Method)])
      if (Other->getCanonicalDecl() != F.getCanonicalDecl())
        look(*Other, Seen, Context);
  if (Seen.Calls && !Seen.Wasteful)
    return;
  // Callers that give the result a name, to read it, have to change, too.
  const bool IsOnlyNamed = Seen.Wasteful && !Seen.IsLookedAt;
  if (IsOnlyNamed && Part.What == ReturnedPart::Built)
    return;
  if (!Seen.Wasteful)
    Seen.Often = evidenceOfCalls(*Root, Context);
  // A profile knows the copy by the line that returns it.
  if (F.hasBody())
    for (const auto &Found :
         match(findAll(returnStmt().bind("return")), *F.getBody(), Context))
      alsoMeasured(Seen.Often,
                   evidence(*Found.getNodeAs<ReturnStmt>("return"), Context));
  // And by all calls, also those of other units.
  alsoMeasured(Seen.Often, measuredInCalls({&F}, Context));
  if (!matters(Seen.Often))
    return;
  // Nobody is seen to use it: only a real part is worth a word, and most
  // strings are short enough to be held in place.
  if (!Seen.Wasteful &&
      (Part.What == ReturnedPart::Built || isPlainString(Type)))
    return;

  const SourceLocation At = returnTypeLocation(*Root);
  if (!isEditable(At, SM))
    return;
  const std::string TypeName = nameOf(Type, Context);
  const std::string Name = F.getNameAsString();
  Diagnosis Found;
  Found.At = At;
  Found.Problem = "'" + Name + "' ";
  if (Part.What == ReturnedPart::Built)
    Found.Problem += "makes a '" + TypeName + "' for each call";
  else
    Found.Problem +=
        "returns a copy of " + describe(Part, Type) + ", a '" + TypeName + "'";
  Found.Problem += ", which owns heap memory";
  if (std::string Reason = Owner.reason(); !Reason.empty())
    Found.Problem += " (" + Reason + ")";
  Found.Often = Seen.Often;
  // The copy has a loop of its own: a block for each element.
  if (Part.What != ReturnedPart::Built &&
      (isStdNodeContainer(Type) ||
       (isStd(Type, {"vector", "deque"}) &&
        copiedHeap(typeArgument(Type, 0), Context))))
    Found.AtLeast = Weight::Loop;
  // Other units may override it with something else.
  if (IsVirtual && !isFinal(*cast<CXXMethodDecl>(Root)) &&
      !isSeenByThisUnitOnly(*Root, Context))
    Found.Doubt = "whether other overrides return a part as well";

  if (IsOnlyNamed && Found.Doubt.empty())
    Found.Doubt = "whether the original stays as it is while they read it";

  if (Part.What == ReturnedPart::Built)
    Found.Suggestion = "return a light proxy, a reference and an index, to "
                       "callers that only look at it";
  else
    Found.Suggestion = "return 'const " + TypeName + " &'";
  if (IsOnlyNamed)
    Found.Suggestion += ", and let callers name it by 'const auto &'";
  if (Seen.Wasteful)
    Found.Notes.push_back(
        {Seen.Wasteful->getBeginLoc(), "this caller needs no copy", {}});
  if (Seen.Needs)
    Found.Notes.push_back({Seen.Needs->getBeginLoc(),
                           "this caller needs an object of its own",
                           {}});
  if (Part.What == ReturnedPart::Forwarded)
    Found.Notes.push_back(
        {Part.Via->getLocation(),
         "'" + Part.Via->getNameAsString() + "' must return a reference first",
         {}});
  if (Part.What == ReturnedPart::Part && !IsVirtual && !IsOnlyNamed) {
    auto Fixes = returnConstReference(F, Context);
    const bool Certain = isSeenByThisUnitOnly(F, Context) && !Seen.Needs &&
                         !Seen.Bound && !Seen.IsNamed;
    if (!Fixes.empty() && Certain) {
      Found.Fixes.assign(Fixes.begin(), Fixes.end());
      Found.leaveFixes(checkOfCopies(traceOfCopies(Type), TypeName));
    } else if (!Fixes.empty() && !Seen.Needs)
      Found.Notes.push_back(
          {At,
           Seen.Bound ? "check that no caller changes the object while it "
                        "refers to this part"
                      : "check that callers elsewhere do not change or move "
                        "from the result",
           {Fixes.begin(), Fixes.end()}});
  }
  if (IsVirtual)
    Found.Notes.push_back({At, "every override has to change with it", {}});
  else if (const SourceLocation Declared =
               returnTypeLocation(*Root->getCanonicalDecl());
           Found.Fixes.empty() && !SM.isWrittenInSameFile(Declared, At))
    Found.Notes.push_back({Declared, "its declaration changes with it", {}});
  report(std::move(Found), F.getDeclContext(), Context);
}

ANOMALLOC_CHECK_FACTORY(CopyingReturnCheck)

} // namespace clang::tidy::anomalloc
