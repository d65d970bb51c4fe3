//===- LoopLocalContainerCheck.cpp - loop local container -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//                                ->  std::vector<int> Ids;
//   for (...) {                  ->  for (...) {
//     std::vector<int> Ids;      ->    Ids.clear();
//     for (...)
//       Ids.push_back(...);
//
//===----------------------------------------------------------------------===//

#include "loop-local-container/LoopLocalContainerCheck.h"
#include "utils/ast/Climb.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/loops/TripCount.h"
#include "utils/objects/StdTypes.h"
#include "utils/rewrite/HoistedDeclaration.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void LoopLocalContainerCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      stmt(anyOf(forStmt(), cxxForRangeStmt(), whileStmt(), doStmt()))
          .bind("loop"),
      this);
}

void LoopLocalContainerCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *Loop = Result.Nodes.getNodeAs<Stmt>("loop");
  if (const Stmt *Body = bodyOfLoop(*Loop, *Result.Context))
    inBody(*Body, *Loop, *Result.Context);
}

/// Looks at what runs in each iteration; not at branches, which may be rare.
void LoopLocalContainerCheck::inBody(const Stmt &Body, const Stmt &Loop,
                                     ASTContext &Context) {
  if (const auto *Try = dyn_cast<CXXTryStmt>(&Body))
    return inBody(*Try->getTryBlock(), Loop, Context);
  if (!isa<CompoundStmt>(Body))
    return;
  for (const Stmt *S : Body.children()) {
    const auto *Declared = dyn_cast<DeclStmt>(S);
    if (!Declared)
      inBody(*S, Loop, Context);
    else if (Declared->isSingleDecl())
      if (const auto *V = dyn_cast<VarDecl>(Declared->getSingleDecl()))
        variable(*V, *Declared, Loop, Context);
  }
}

/// Whether clear() of a container of these may come later than their
/// destruction would have come: they are but memory.
static bool isOnlyMemory(QualType Type, ASTContext &Context) {
  Type = Type.getCanonicalType();
  if (Type->isDependentType())
    return false;
  if (!Type.isDestructedType())
    return true;
  if (isStd(Type,
            {"pair", "tuple", "array", "vector", "deque", "basic_string",
             "list", "map", "set", "unordered_map", "unordered_set", "optional",
             "allocator", "char_traits", "less", "hash", "equal_to"})) {
    const auto *S =
        dyn_cast<ClassTemplateSpecializationDecl>(Type->getAsCXXRecordDecl());
    return S &&
           llvm::all_of(
               S->getTemplateArgs().asArray(), [&](const TemplateArgument &A) {
                 return A.getKind() == TemplateArgument::Type
                            ? isOnlyMemory(A.getAsType(), Context)
                            : A.getKind() != TemplateArgument::Pack ||
                                  llvm::all_of(A.pack_elements(),
                                               [&](const TemplateArgument &E) {
                                                 return isOnlyMemory(
                                                     E.getAsType(), Context);
                                               });
               });
  }
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || Record->isInStdNamespace() || !Record->getDestructor() ||
      Record->getDestructor()->isUserProvided())
    return false;
  return llvm::all_of(Record->fields(),
                      [&](const FieldDecl *F) {
                        return isOnlyMemory(F->getType(), Context);
                      }) &&
         llvm::all_of(Record->bases(), [&](const CXXBaseSpecifier &B) {
           return isOnlyMemory(B.getType(), Context);
         });
}

/// Whether an assignment or assigning call keeps the memory that the container
/// has: a copy, getline, assign; not a move or swap.
static bool keepsMemory(const Stmt *By) {
  const auto *Call = dyn_cast_or_null<CallExpr>(By);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F)
    return false;
  if (F->getOverloadedOperator() == OO_Equal)
    return F->getNumParams() == 1 &&
           !F->getParamDecl(0)->getType()->isRValueReferenceType();
  return isStdFunction(*F, {"getline"}) ||
         F->getOverloadedOperator() == OO_GreaterGreater ||
         methodName(*Call) == "assign" || methodName(*Call) == "str";
}

/// Whether the container is handed to a function by reference, to be filled.
static bool isOutArgument(const Use &U) {
  const auto *Call = dyn_cast_or_null<CallExpr>(U.By);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || F->isInStdNamespace() || isa<CXXOperatorCallExpr>(Call))
    return false;
  for (unsigned I = 0; I < std::min(Call->getNumArgs(), F->getNumParams()); ++I)
    if (Call->getArg(I)->IgnoreParens() == U.Reference) {
      QualType Type = F->getParamDecl(I)->getType();
      return Type->isLValueReferenceType() &&
             !Type->getPointeeType().isConstQualified();
    }
  return false;
}

/// How a container is used in the iteration.
namespace {
struct Filling {
  bool Happens = false;
  bool Known = true; ///< By code that is seen.
};
} // namespace

/// Whether each iteration gets there: in no branch, or in a loop of its own,
/// where one of many branches may. A value that such a loop gives it anew each
/// time has its memory used again already.
static bool isLikely(const Use &U, const Stmt &Loop,
                     const ReferenceIndex &Index) {
  const Stmt *Inner = loopsAround(*U.Reference, Index).front();
  if (Inner != &Loop)
    return !U.All.has(UseKind::Assign);
  for (auto [Parent, Child] : parentsOf(*U.Reference, Index)) {
    if (&Parent == &Loop)
      break;
    if (isa<IfStmt, SwitchStmt, ConditionalOperator, CXXCatchStmt>(Parent))
      return false;
  }
  return true;
}

/// Nothing if it is moved away, copied, or kept by somebody.
static std::optional<Filling> fillingOf(const UseSummary &Summary,
                                        bool IsStream, const Stmt &Loop,
                                        const ReferenceIndex &Index) {
  Filling Filled;
  for (const Use &U : Summary.Uses) {
    if (U.All.has(UseKind::Move) || U.All.has(UseKind::Copy))
      return std::nullopt;
    if (U.All.has(UseKind::Assign) && !keepsMemory(U.By))
      return std::nullopt;
    if (U.All.has(UseKind::Escape) || U.All.has(UseKind::Mutate)) {
      bool Printed = IsStream && isa_and_nonnull<CXXOperatorCallExpr>(U.By);
      if (U.Capture || !(Printed || isOutArgument(U)))
        return std::nullopt;
      Filled.Happens |= isLikely(U, Loop, Index);
      Filled.Known &= Printed;
    }
    if (U.All.has(UseKind::Grow) || U.All.has(UseKind::Assign))
      Filled.Happens |= isLikely(U, Loop, Index);
  }
  return Filled;
}

/// Whether it never holds more than a few characters that need no heap memory.
static bool staysShort(const VarDecl &V, const UseSummary &Summary,
                       const ReferenceIndex &Index, const Stmt &Loop) {
  if (!isStdString(V.getType()))
    return false;
  unsigned Length = 0;
  for (const Use &U : Summary.Uses) {
    if (U.Kind == UseKind::Read)
      continue;
    const auto *Call = dyn_cast_or_null<CallExpr>(U.By);
    if (!Call || U.All.has(UseKind::Escape) || Call->getNumArgs() == 0)
      return false;
    if (loopsAround(*Call, Index).front() != &Loop)
      return false;
    const Expr *Last =
        Call->getArg(Call->getNumArgs() - 1)->IgnoreParenImpCasts();
    if (Last->getType()->isAnyCharacterType())
      ++Length;
    else if (const auto *Text = dyn_cast<StringLiteral>(Last))
      Length += Text->getLength();
    else
      return false;
  }
  return Length < 16;
}

/// Whether the loop runs just a few times.
static bool isShort(const Stmt &Loop, const Evidence &Often,
                    const ReferenceIndex &Index) {
  auto Count = tripCountOf(Loop, Index);
  return Count && Count->Constant && *Count->Constant <= 16 &&
         Often.Loops.Depth == 1 && Often.Loops.CalledAt.isInvalid();
}

/// Whether each iteration opens a file, beside which an allocation is nothing.
static bool opensFiles(const Stmt &S) {
  if (const auto *Declared = dyn_cast<DeclStmt>(&S))
    for (const Decl *D : Declared->decls())
      if (const auto *V = dyn_cast<VarDecl>(D);
          V && isStd(V->getType(),
                     {"basic_ifstream", "basic_ofstream", "basic_fstream"}))
        return true;
  return llvm::any_of(S.children(), [](const Stmt *Child) {
    return Child && !isa<Expr>(Child) && opensFiles(*Child);
  });
}

void LoopLocalContainerCheck::variable(const VarDecl &V,
                                       const DeclStmt &Declared,
                                       const Stmt &Loop, ASTContext &Context) {
  QualType Type = V.getType();
  const bool IsStream =
      isStd(Type, {"basic_ostringstream", "basic_stringstream",
                   "basic_istringstream"});
  const bool IsHashed =
      isStd(Type, {"unordered_map", "unordered_set", "unordered_multimap",
                   "unordered_multiset"});
  if (!(IsStream || IsHashed || isStd(Type, {"vector", "basic_string"})) ||
      Type->isReferenceType() || Type.isConstQualified() ||
      !V.hasLocalStorage() || hasPolymorphicAllocator(Type) ||
      !isEditable(Declared.getSourceRange(), Context.getSourceManager()))
    return;
  auto Anew = HoistedDeclaration::of(V, Context);
  if (!Anew || (!IsStream && !isOnlyMemory(typeArgument(Type, 0), Context)))
    return;
  const ReferenceIndex &Index = references(Context);
  const UseSummary Summary = usesOf(V, Context);
  if (Summary.Uses.empty())
    return;
  auto Filled = fillingOf(Summary, IsStream, Loop, Index);
  if (!Filled || !(Filled->Happens || Anew->allocates()))
    return;
  // A copy that nobody changes, and an array in disguise, are other anomalies.
  if (Anew->Is != HoistedDeclaration::Empty && !Filled->Happens && !IsStream &&
      (Anew->Is == HoistedDeclaration::Copy ? !Summary.any(UseKind::Write)
                                            : Anew->hasConstantSize(Context)))
    return;
  if (staysShort(V, Summary, Index, Loop) || mayRunParallel(Loop, Index))
    return;
  Evidence Often = evidence(Declared, Context);
  // All but one allocation of a hash table are for its elements.
  if (!matters(Often) || (IsHashed && !Often.Recorded))
    return;
  if (!Often.Recorded && (isShort(Loop, Often, Index) || opensFiles(Loop)))
    return;
  const FunctionDecl *F = Often.Loops.Function;
  const FunctionFlow *Flow = F ? flowOf(*F, Context) : nullptr;
  if (Flow && !Flow->mayFollow(Declared, Declared))
    return; // the loop is left each time

  Diagnosis Said;
  Said.At = V.getLocation();
  const bool OwnMemory =
      !IsStream && heapOwnership(typeArgument(Type, 0), Context);
  Said.Problem = "'" + nameOf(Type, Context) +
                 (IsStream ? "' is built anew in each iteration, locale and "
                             "buffer included"
                           : "' is made and filled anew in each iteration, "
                             "and allocates each time");
  Said.Often = Often;
  Said.Suggestion = "declare it before the loop, and " + Anew->advice() +
                    " here, to use its memory again";
  std::string Doubt;
  if (IsHashed)
    Doubt = "'clear()' takes time for each bucket; check that no iteration "
            "needs far more of them than the others";
  else if (OwnMemory)
    Doubt = "the memory of the elements themselves is still freed; only that "
            "of the container is used again";
  else if (IsStream && Anew->keepsFormat(Loop))
    Doubt = "the formatting flags stay from one iteration to the next; check "
            "that each sets what it needs";
  else if (!Filled->Known)
    Doubt = "check that the functions that fill it do not keep it";
  auto &Others = Hoisted[Loop.getBeginLoc()];
  if (Doubt.empty())
    Others.insert(V.getLocation());
  // The first column is missing-reserve's.
  auto Fixes = Anew->fixes(Declared, Loop, F, Index,
                           std::max<unsigned>(1, Others.size()));
  if (Doubt.empty())
    Said.Fixes = Fixes;
  else
    Said.Notes.push_back({Said.At, Doubt, {Fixes.begin(), Fixes.end()}});
  report(std::move(Said), F, Context);
}

} // namespace clang::tidy::anomalloc
