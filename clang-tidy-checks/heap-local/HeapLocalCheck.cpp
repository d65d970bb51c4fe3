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
//===----------------------------------------------------------------------===//

#include "heap-local/HeapLocalCheck.h"
#include "heap-local/LocalHeap.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/OnlyMemory.h"
#include "utils/uses/VectorUses.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void HeapLocalCheck::storeOptions(ClangTidyOptions::OptionMap &Map) {
  AnomallocCheck::storeOptions(Map);
  Options.store(Map, "MaxBytes", MaxBytes);
}

void HeapLocalCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      declStmt(hasSingleDecl(varDecl(hasLocalStorage()).bind("pointer")))
          .bind("statement"),
      this);
}

void HeapLocalCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *V = Result.Nodes.getNodeAs<VarDecl>("pointer");
  const auto *Declared = Result.Nodes.getNodeAs<DeclStmt>("statement");
  ASTContext &Context = *Result.Context;
  if (V->getType()->isDependentType() ||
      !isEditable(V->getLocation(), *Result.SourceManager))
    return;
  auto What = allocatedBy(*V);
  if (!What || !isFreedInItsBlock(*V, *Declared, references(Context)))
    return;
  if (What->Object.isNull())
    block(*V, *Declared, What->Size, Context);
  else
    object(*V, *Declared, What->Object, Context);
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

void HeapLocalCheck::object(const VarDecl &V, const DeclStmt &Declared,
                            QualType Made, ASTContext &Context) {
  if (Made->isIncompleteType() || Made->isDependentType())
    return;
  const CXXRecordDecl *Class = Made->getAsCXXRecordDecl();
  if (Class && ((Class->getDestructor() &&
                 Class->getDestructor()->getAccess() != AS_public) ||
                sharesItself(*Class)))
    return;
  const int64_t Bytes = Context.getTypeSizeInChars(Made).getQuantity();
  if (Bytes > MaxBytes)
    return;
  Diagnosis Said;
  Said.At = V.getLocation();
  Said.Often = often(Declared, Context);
  if (!matters(Said.Often))
    return;
  Said.Problem = "'" + V.getName().str() + "' keeps a '" +
                 nameOf(Made, Context) + "' of " + std::to_string(Bytes) +
                 (Bytes == 1 ? " byte" : " bytes") +
                 " on the heap, for this block only";
  Said.Suggestion = "a variable of that type needs no allocation";
  if (Class && !Class->hasTrivialDestructor() && !isOnlyMemory(Made) &&
      isFreedEarly(V, references(Context)))
    Said.Doubt = "whether what '~" + Class->getNameAsString() +
                 "' does may wait for the end of the block";
  report(std::move(Said), V.getDeclContext(), Context);
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
  report(std::move(Said), V.getDeclContext(), Context);
}

} // namespace clang::tidy::anomalloc
