//===- WorkMemoryCheck.cpp - work memory of each call ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   void Search::query(int Point) {
//     std::vector<double> Distances(Points.size());   ->  a member
//     ...
//   }
//   for (int I = 0; I < N; ++I)
//     S.query(I);
//
//===----------------------------------------------------------------------===//

#include "utils/framework/AnomallocCheck.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/loops/SetUpCode.h"
#include "utils/objects/DerivedContainer.h"
#include "utils/objects/OnlyMemory.h"
#include "utils/objects/StdTypes.h"
#include "utils/rewrite/HoistedDeclaration.h"
#include "utils/rewrite/KeptMemory.h"
#include "utils/uses/MemoryUses.h"
#include "utils/uses/VectorUses.h"
#include "clang/AST/ASTLambda.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds memory that a function allocates, uses and frees again in each call.
struct WorkMemoryCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  /// How often \p F is called, for the warnings of this check. Only a loop
  /// directly around a call counts. If other loops lead to the calls, F is
  /// taken to run as often as a function that other units call.
  Evidence calls(const FunctionDecl &F, ASTContext &Context);
  /// Whether each call allocates for the variable, and frees it again.
  bool isWorkMemory(const VarDecl &V, const DeclStmt &Declared, bool Hot,
                    ASTContext &Context);
};

} // namespace

void WorkMemoryCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      functionDecl(isDefinition(), hasBody(compoundStmt())).bind("function"),
      this);
}

/// Whether its calls are made to compute something: not constructors, nor what
/// runs once by its name.
static bool isWorker(const FunctionDecl &F) {
  if (F.isMain() || F.isDependentContext() || F.isImplicit() ||
      isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(F))
    return false;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&F))
    return !isLambdaCallOperator(Method) &&
           !Method->isCopyAssignmentOperator() &&
           !Method->isMoveAssignmentOperator();
  return true;
}

static bool isNamed(const FunctionDecl &F,
                    llvm::ArrayRef<llvm::StringRef> Verbs) {
  return F.getDeclName().isIdentifier() &&
         llvm::any_of(Verbs, [&](llvm::StringRef Verb) {
           return F.getName().starts_with_insensitive(Verb);
         });
}

/// Whether the name says that it runs seldom, waits for files, or writes text
/// for people.
static bool isNamedSeldom(const FunctionDecl &F) {
  return isNamed(F, {"print",  "dump",   "write",  "save",   "load", "open",
                     "report", "output", "import", "export", "show", "init",
                     "setup",  "set_up", "read",   "parse",  "run",  "test",
                     "create", "build",  "main"});
}

/// Whether nobody but what sets objects up calls it, so that no object does so
/// twice.
static bool servesConstructors(const FunctionDecl &F,
                               llvm::ArrayRef<CallSite> Calls) {
  return (F.getAccess() == AS_private || !F.isExternallyVisible()) &&
         !Calls.empty() && llvm::all_of(Calls, [](const CallSite &Call) {
           return Call.From && isSetUp(*Call.From);
         });
}

Evidence WorkMemoryCheck::calls(const FunctionDecl &F, ASTContext &Context) {
  Evidence Often = evidenceOfCalls(F, Context);
  const ReferenceIndex &Index = references(Context);
  bool Direct = false, Itself = false;
  for (const CallSite &Call : callsOf(F, Context)) {
    Itself |=
        Call.From && Call.From->getCanonicalDecl() == F.getCanonicalDecl();
    // A loop until something converges is about more than an allocation.
    Direct |= Call.Depth && Call.Where &&
              evidence(*Call.Where, Context).Loops.Depth &&
              llvm::any_of(loopsAround(*Call.Where, Index), [](const Stmt *S) {
                return isa<ForStmt, CXXForRangeStmt>(S);
              });
  }
  if (Itself) // each level of the recursion needs its own
    return {};
  if (!Direct && servesConstructors(F, callsOf(F, Context)))
    return {};
  if (!Direct && Often.Loops.CalledAt.isValid()) {
    Often.Loops.CalledAt = {};
    Often.Loops.CalledElsewhere = true;
  }
  return Often;
}

/// Whether it is filled in a loop of its function, or gets a size.
static bool isFilled(const UseSummary &Uses, bool Sized,
                     const ReferenceIndex &Index) {
  return llvm::any_of(Uses.Uses, [&](const Use &U) {
    if (U.All.has(UseKind::Reserve))
      return true;
    if (!U.All.has(UseKind::Grow))
      return false;
    const auto *Call = dyn_cast_or_null<Expr>(U.By);
    const bool Resized = Call && (methodName(*Call) == "resize" ||
                                  methodName(*Call) == "assign");
    return Resized || (!Sized && !loopsAround(*U.Reference, Index).empty());
  });
}

/// Whether a loop of the function uses the memory again, for a new content each
/// time: it was moved before the loop already, and costs little.
static bool isUsedAgain(const UseSummary &Uses, const ReferenceIndex &Index) {
  return llvm::any_of(Uses.Uses, [&](const Use &U) {
    return (U.All.has(UseKind::Shrink) || U.All.has(UseKind::Assign) ||
            U.All.has(UseKind::Mutate) || U.All.has(UseKind::Escape)) &&
           !loopsAround(*U.Reference, Index).empty();
  });
}

/// Whether to clear it frees what its elements allocated: a vector of sets.
static bool holdsNodes(QualType Type) {
  const QualType Element = typeArgument(Type, 0);
  return !Element.isNull() && isStdNodeContainer(Element);
}

bool WorkMemoryCheck::isWorkMemory(const VarDecl &V, const DeclStmt &Declared,
                                   bool Hot, ASTContext &Context) {
  const QualType Type = withoutOwnName(V.getType());
  if (!V.hasLocalStorage() || Type->isReferenceType() || V.isImplicit() ||
      isa<DecompositionDecl>(V) || hasPolymorphicAllocator(Type) ||
      !isEditable(V.getLocation(), Context.getSourceManager()))
    return false;
  const bool IsVector = isStd(Type, {"vector"});
  const bool IsNodes = isStdNodeContainer(Type);
  const bool IsOwn = !IsVector && containerClass(Type, Context);
  if (!(IsVector || IsOwn || (IsNodes && Hot)) ||
      (!IsOwn && (!isOnlyMemory(Type) || (IsVector && holdsNodes(Type)))))
    return false;
  const auto *Init = dyn_cast_or_null<CXXConstructExpr>(
      V.getInit() ? V.getInit()->IgnoreImplicit() : nullptr);
  if (!Init || Init->isElidable())
    return false;
  const UseSummary Uses = usesOf(V, Context);
  const ReferenceIndex &Index = references(Context);
  if (Uses.Uses.empty() || !keepsItsMemory(Uses, false, Index) ||
      isUsedAgain(Uses, Index))
    return false;
  // A copy that is only read is unnecessary-copy's.
  if (IsOwn)
    return Init->getNumArgs() && !Init->getArg(0)->isDefaultArgument() &&
           !Init->getConstructor()->isMoveConstructor() &&
           !(Init->getConstructor()->isCopyConstructor() &&
             Uses.only({UseKind::Read}));
  auto Anew = HoistedDeclaration::of(V, Context);
  if (!Anew)
    return false;
  if (Anew->Is == HoistedDeclaration::Copy)
    return Uses.any(UseKind::Write) || Uses.any(UseKind::Grow) ||
           Uses.any(UseKind::Assign);
  // A constant number of elements is anomalloc-constant-size-vector's.
  if (Anew->hasConstantSize(Context))
    return false;
  if (Anew->allocates())
    return true;
  if (IsVector)
    if (const CXXMemberCallExpr *Resize = resizeBehind(Declared, V, Index);
        Resize && constantOf(Resize->getArg(0), Context))
      return false;
  return isFilled(Uses, !Hot, Index);
}

static size_t declaredBy(const DeclStmt &Declared) {
  return std::distance(Declared.decl_begin(), Declared.decl_end());
}

void WorkMemoryCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *F = Result.Nodes.getNodeAs<FunctionDecl>("function");
  ASTContext &Context = *Result.Context;
  if (!isWorker(*F) || !isEditable(F->getLocation(), *Result.SourceManager))
    return;
  const Evidence Often = calls(*F, Context);
  const bool Hot = Often.Recorded || Often.Loops.repeated();
  if (!matters(Often) || !(Hot || Often.Loops.CalledElsewhere) ||
      (!Hot && isNamedSeldom(*F)))
    return;
  llvm::SmallVector<const VarDecl *, 4> Found;
  llvm::SmallVector<FixItHint, 1> Kept;
  Diagnosis Said;
  Said.Often = Often;
  for (const Stmt *S : cast<CompoundStmt>(F->getBody())->body())
    if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
      const size_t Before = Found.size();
      for (const Decl *D : Declared->decls())
        if (const auto *V = dyn_cast<VarDecl>(D);
            V && isWorkMemory(*V, *Declared, Hot, Context)) {
          Found.push_back(V);
          // The blocks are made here, whoever calls.
          alsoMeasured(Said.Often, evidenceOfObject(*V, *Declared, Context));
        }
      if (auto Fix = Found.size() - Before == declaredBy(*Declared)
                         ? keepForCalls(*Declared, references(Context))
                         : std::nullopt)
        Kept.push_back(*Fix);
    }
  if (Found.empty() || !matters(Said.Often))
    return;
  // No container keeps its nodes: what helps is another container.
  auto IsNodes = [](const VarDecl *V) {
    return isStdNodeContainer(V->getType());
  };
  const bool Nodes = llvm::all_of(Found, IsNodes);
  if (!Nodes)
    llvm::erase_if(Found, IsNodes);
  Said.At = Found[0]->getLocation();
  if (Nodes)
    Said.Doubt = "how many elements each call adds";
  for (const VarDecl *V : Found) {
    if (V != Found[0])
      Said.Problem += V == Found.back() ? " and " : ", ";
    Said.Problem += "'" + V->getName().str() + "'";
    if (V != Found[0])
      Said.Notes.push_back({V->getLocation(), "and this one", {}});
  }
  const bool Many = Found.size() > 1;
  Said.Problem += Many ? " are work memory that each call allocates and frees "
                         "again"
                       : " is work memory that each call allocates and frees "
                         "again";
  if (Nodes)
    Said.Problem += ", node by node";
  // The source does not tell how much else each call does: of seven warnings on
  // programs that no rule had seen, none was right (docs/checks/fresh-30).
  Said.leaveToProfile();
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  const std::string Keeper =
      Method && Method->isInstance() ? "a member or the caller" : "the caller";
  Said.Suggestion =
      Nodes ? "a vector that " + Keeper +
                  " keeps, and each call clears, uses its memory again; sort "
                  "it, if need be"
            : "let " + Keeper + " keep " + (Many ? "them" : "it") +
                  ", to use the memory again";
  if (!Kept.empty())
    Said.Notes.push_back({Said.At, CheckOfKeptMemory, std::move(Kept)});
  report(std::move(Said), F, Context);
}

ANOMALLOC_CHECK_FACTORY(WorkMemoryCheck)

} // namespace clang::tidy::anomalloc
