//===- HeapLocalCheck.cpp - heap objects of one function ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   auto Cursor = std::make_unique<Position>(At);   ->  Position Cursor(At);
//
//   while (more()) {                                ->  before the loop
//     char *Chunk = (char *)malloc(ChunkSize);
//     ...
//     free(Chunk);
//   }
//
//   std::unique_ptr<Solver> S;                      ->  std::optional<Solver>
//   S; for (double Step : Steps) {
//     S.reset(new Solver(Step));                    ->    S.emplace(Step);
//
//   std::unique_ptr<Hit> find(int I) {              ->  std::optional<Hit>
//     return I < 3 ? std::make_unique<Hit>(I) : nullptr;
//
//===----------------------------------------------------------------------===//

#include "heap-local/InPlace.h"
#include "heap-local/KeptBlock.h"
#include "heap-local/LocalHeap.h"
#include "heap-local/MadeForCaller.h"
#include "utils/ast/ReturnType.h"
#include "utils/framework/IncludingCheck.h"
#include "utils/framework/StdSince.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/loops/SetUpCode.h"
#include "utils/objects/OnlyMemory.h"
#include "utils/objects/Owners.h"
#include "utils/uses/OwnedObject.h"
#include "utils/uses/VectorUses.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include <map>

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds heap objects and blocks that live in one function only.
struct HeapLocalCheck : IncludingCheck<AnomallocCheck> {
  using IncludingCheck::IncludingCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;
  void finishUnit(ASTContext &) override { Hoisted.clear(); }

  /// How often \p S runs. Only loops of the function itself make a warning. A
  /// loop around a call of the function does not.
  Evidence often(const Stmt &S, ASTContext &Context);
  std::optional<std::string> onHeap(QualType Made,
                                    const ASTContext &Context) const;
  std::string inPlace(QualType Made, const ASTContext &Context) const;
  void object(const VarDecl &V, const DeclStmt &Declared, const Allocated &What,
              ASTContext &Context);
  /// Checks a pointer that gets its object later, or another one each time.
  void remade(const VarDecl &V, ASTContext &Context);
  /// Checks a function that makes an object for its callers.
  void returned(const FunctionDecl &F, ASTContext &Context);
  /// Checks a block that \p V points to. \p Size is its number of elements or
  /// bytes, if one is written, else null.
  void block(const VarDecl &V, const DeclStmt &Declared, const Expr *Size,
             ASTContext &Context);

  /// Larger objects do not belong on the stack.
  const unsigned MaxBytes = option("MaxBytes", 4096U);
  /// For each loop, the blocks that changes move in front of it.
  std::map<SourceLocation, unsigned> Hoisted;
};

} // namespace

void HeapLocalCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      declStmt(hasSingleDecl(varDecl(hasLocalStorage()).bind("pointer")))
          .bind("statement"),
      this);
  UserCode.addMatcher(functionDecl(isDefinition(), unless(isImplicit()),
                                   unless(isMain()),
                                   unless(returns(voidType())))
                          .bind("function"),
                      this);
}

void HeapLocalCheck::check(const MatchFinder::MatchResult &Result) {
  if (const auto *F = Result.Nodes.getNodeAs<FunctionDecl>("function"))
    return returned(*F, *Result.Context);
  const auto *V = Result.Nodes.getNodeAs<VarDecl>("pointer");
  const auto *Declared = Result.Nodes.getNodeAs<DeclStmt>("statement");
  ASTContext &Context = *Result.Context;
  if (V->getType()->isDependentType() ||
      !isEditable(V->getLocation(), *Result.SourceManager))
    return;
  if (ownedType(V->getType()).isNull())
    return;
  auto What = allocatedBy(*V);
  if (!What || !isFreedInItsBlock(*V, *Declared, references(Context)))
    return remade(*V, Context);
  if (What->Object.isNull())
    block(*V, *Declared, What->Size, Context);
  else
    object(*V, *Declared, *What, Context);
}

Evidence HeapLocalCheck::often(const Stmt &S, ASTContext &Context) {
  Evidence Often = evidence(S, Context);
  // Beside a whole call, one allocation is little.
  if (!Often.Loops.Depth && Often.Loops.CalledAt.isValid()) {
    Often.Loops.CalledAt = {};
    Often.Loops.CalledElsewhere = true;
  }
  return Often;
}

/// Whether an object may hand out owners of itself, who let it live on: it has
/// a base, however far up, such as enable_shared_from_this of std or boost, or
/// one that counts references, or one that is not in view.
/// What sets an object up runs once for it, and the block costs little beside
/// what stays.
static void weighSetUp(Diagnosis &Said) {
  const FunctionDecl *F = Said.Often.Loops.Function;
  if (F && isSetUp(*F) && !Said.Often.Recorded)
    Said.AtMost = Weight::HardlyAny;
}

static bool sharesItself(const CXXRecordDecl &Class) {
  const CXXRecordDecl *Definition = Class.getDefinition();
  if (!Definition)
    return true;
  StringRef Name =
      Definition->getDeclName().isIdentifier() ? Definition->getName() : "";
  for (StringRef Part : {"shared_from_this", "sharedfromthis", "ref_count",
                         "refcount", "reference_count", "referencecount"})
    if (Name.contains_insensitive(Part))
      return true;
  return llvm::any_of(Definition->bases(), [](const CXXBaseSpecifier &Base) {
    const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
    return !B || sharesItself(*B);
  });
}

/// "a 'Solver' of 40 bytes on the heap"; nothing if such an object cannot be a
/// variable: it may outlive the block, or is too large.
std::optional<std::string>
HeapLocalCheck::onHeap(QualType Made, const ASTContext &Context) const {
  if (Made->isIncompleteType() || Made->isDependentType())
    return std::nullopt;
  const CXXRecordDecl *Class = Made->getAsCXXRecordDecl();
  if (Class && ((Class->getDestructor() &&
                 Class->getDestructor()->getAccess() != AS_public) ||
                sharesItself(*Class)))
    return std::nullopt;
  const int64_t Bytes = Context.getTypeSizeInChars(Made).getQuantity();
  if (Bytes > MaxBytes)
    return std::nullopt;
  return "a '" + nameOf(Made, Context) + "' of " + std::to_string(Bytes) +
         (Bytes == 1 ? " byte" : " bytes") + " on the heap";
}

/// "'std::optional<Solver>' holds it in place"
std::string HeapLocalCheck::inPlace(QualType Made,
                                    const ASTContext &Context) const {
  return hasStd(StdPart::Optional, getLangOpts())
             ? "'std::optional<" + nameOf(Made, Context) +
                   ">' holds it in place"
             : "a variable of that type, where it is used, needs no allocation";
}

void HeapLocalCheck::object(const VarDecl &V, const DeclStmt &Declared,
                            const Allocated &What, ASTContext &Context) {
  const QualType Made = What.Object;
  const auto OnHeap = onHeap(Made, Context);
  if (!OnHeap)
    return;
  const CXXRecordDecl *Class = Made->getAsCXXRecordDecl();
  Diagnosis Said;
  Said.At = V.getLocation();
  Said.Often = often(Declared, Context);
  if (!matters(Said.Often))
    return;
  Said.Problem =
      "'" + V.getName().str() + "' keeps " + *OnHeap + ", for this block only";
  Said.Suggestion = What.MayBeNull
                        ? inPlace(Made, Context)
                        : "a variable of that type needs no allocation";
  if (Class && !Class->hasTrivialDestructor() && !isOnlyMemory(Made) &&
      isFreedEarly(V, references(Context)))
    Said.Doubt = "whether what '~" + Class->getNameAsString() +
                 "' does may wait for the end of the block";
  else
    Said.Fixes = putInPlace(V, Declared, What, references(Context));
  weighSetUp(Said);
  report(std::move(Said), V.getDeclContext(), Context);
}

void HeapLocalCheck::remade(const VarDecl &V, ASTContext &Context) {
  const auto Object = ownedObject(V, references(Context));
  const QualType Made = ownedType(V.getType());
  const auto OnHeap = Object ? onHeap(Made, Context) : std::nullopt;
  if (!OnHeap)
    return;
  const SmallVector<const Stmt *, 4> Making(Object->Made.begin(),
                                            Object->Made.end());
  const Stmt *Where = nullptr;
  Diagnosis Said;
  Said.At = V.getLocation();
  Said.Often = evidence(Making, Context, &Where);
  if (!Where || !matters(Said.Often))
    return;
  Said.Problem = "'" + V.getName().str() + "' gets " + *OnHeap +
                 " each time, for this function only";
  Said.Suggestion = inPlace(Made, Context);
  if (Object->OnlyIfNone)
    Said.Doubt = "how often there is none yet";
  Said.Notes = {{Where->getBeginLoc(), "made here", {}}};
  weighSetUp(Said);
  report(std::move(Said), V.getDeclContext(), Context);
}

void HeapLocalCheck::returned(const FunctionDecl &F, ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  const SourceLocation At = returnTypeLocation(F);
  if (F.isDependentContext() || !isEditable(At, Context.getSourceManager()))
    return;
  const auto Object = madeForCaller(F, Index);
  const auto OnHeap = Object ? onHeap(Object->Object, Context) : std::nullopt;
  const CXXRecordDecl *Class =
      OnHeap ? Object->Object->getAsCXXRecordDecl() : nullptr;
  // Derived classes, and what cannot leave its place, need the pointer.
  if (!Class || Class->isPolymorphic() || !canMove(*Class))
    return;
  const Expr *Frees = nullptr, *Keeps = nullptr;
  std::optional<Evidence> Often;
  for (const CallSite &Call : callsOf(F, Context)) {
    if (!Call.Where || (Call.From && Call.From->isDependentContext()))
      continue;
    if (!isa<CallExpr>(Call.Where) || !isFreedByCaller(*Call.Where, Index))
      Keeps = Call.Where;
    else if (add(Often, evidence(*Call.Where, Context)))
      Frees = Call.Where;
  }
  // Nobody is seen to call it: what may be null has a better type.
  if (!Frees && (Keeps || !Object->MayBeNull || promisesNew(F)))
    return;
  Diagnosis Said;
  Said.At = At;
  Said.Often = Often ? *Often : evidenceOfCalls(F, Context);
  if (!matters(Said.Often))
    return;
  Said.Problem = "each call of '" + F.getNameAsString() + "' makes " + *OnHeap +
                 ", for its caller to free";
  const std::string Name = nameOf(Object->Object, Context);
  Said.Suggestion =
      Object->MayBeNull && hasStd(StdPart::Optional, getLangOpts())
          ? "'std::optional<" + Name + ">' returns it in place"
          : "return it by value";
  if (Keeps)
    Said.Doubt = "what the callers do that keep it";
  else if (!Frees)
    Said.Doubt = "whether callers keep it";
  if (Frees)
    Said.Notes.push_back(
        {Frees->getBeginLoc(), "this caller needs it for a while only", {}});
  weighSetUp(Said);
  report(std::move(Said), &F, Context);
}

void HeapLocalCheck::block(const VarDecl &V, const DeclStmt &Declared,
                           const Expr *Size, ASTContext &Context) {
  Diagnosis Said;
  Said.At = V.getLocation();
  Said.Often = often(Declared, Context);
  if (!matters(Said.Often))
    return;
  const ReferenceIndex &Index = references(Context);
  auto Constant = constantOf(Size, Context);
  Said.Problem = "'" + V.getName().str() +
                 "' is a block of memory that is allocated and freed again "
                 "each time";
  if (Constant && *Constant <= MaxBytes / 16)
    Said.Suggestion = "an array of constant size needs no allocation";
  else if (Said.Often.Loops.Depth)
    Said.Suggestion = "allocate it once, before the loop";
  else
    Said.Suggestion = "let the caller or a member keep it, or use a "
                      "'std::vector' that keeps its memory";
  if (Said.Often.Loops.Depth && Size && !Constant) {
    const auto Loops = loopsAround(*Size, Index);
    if (!Loops.empty() && !isSameValueIn(*Size, *Loops.front(), Index))
      Said.Doubt = "whether it has much the same size each time";
  }
  const auto Loops = loopsAround(Declared, Index);
  const unsigned Nth =
      Loops.empty() ? 0 : Hoisted[Loops.back()->getBeginLoc()]++;
  if (auto Note = keepBlock(V, Declared, Nth, Index)) {
    include("<vector>", Said.At, Note->Fixes, Context.getSourceManager());
    Said.Notes.push_back(std::move(*Note));
  }
  weighSetUp(Said);
  report(std::move(Said), V.getDeclContext(), Context);
}

ANOMALLOC_CHECK_FACTORY(HeapLocalCheck)

} // namespace clang::tidy::anomalloc
