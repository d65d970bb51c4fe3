//===- ConstantResult.cpp - vectors of constant size, returned ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "constant-size-vector/ConstantResult.h"
#include "utils/ast/Climb.h"
#include "utils/ast/ReturnType.h"
#include "utils/uses/VectorUses.h"

namespace clang::tidy::anomalloc {

/// Of a local vector that is made with a constant size, and only indexed,
/// measured and returned.
static std::optional<uint64_t> sizeOfLocal(const VarDecl &V,
                                           const ReferenceIndex &Index) {
  const VectorInit Init = vectorInit(V.getInit());
  std::optional<uint64_t> Size;
  if (Init.Is == VectorInit::List)
    Size = Init.Elements->getNumInits();
  else if (Init.Is == VectorInit::Count)
    Size = constantOf(Init.Size, Index.context());
  const bool Keeps = everyUse(V, Index, [&](const VectorUse &U) {
    return suitsAnyArray(U, Index) || U.Kind == VectorUseKind::Whole;
  });
  if (!Size || !Keeps)
    return std::nullopt;
  // Whole: returned, and nothing else.
  for (const Expr *Reference : Index.to(V))
    if (vectorUse(*Reference, Index).Kind == VectorUseKind::Whole &&
        !Index.parentOf(outermostValue(*Reference, Index)).get<ReturnStmt>())
      return std::nullopt;
  return Size;
}

static std::optional<uint64_t> sizeOf(const ReturnStmt &Return,
                                      const ReferenceIndex &Index) {
  const Expr *Value = Return.getRetValue();
  if (!Value)
    return std::nullopt;
  if (const VectorInit Init = vectorInit(Value); Init.Is == VectorInit::List)
    return Init.Elements->getNumInits();
  if (const VarDecl *V = Return.getNRVOCandidate())
    return sizeOfLocal(*V, Index);
  return std::nullopt;
}

bool needsVector(const Expr &Call, const ReferenceIndex &Index) {
  auto Suits = [&](const VectorUse &U) { return suitsAnyArray(U, Index); };
  const Expr &Value =
      ascendWhile(outermostValue(Call, Index), Index, [](const Expr &Up) {
        return isa<MaterializeTemporaryExpr, CXXBindTemporaryExpr, FullExpr>(
            Up);
      });
  if (const auto *V = Index.parentOf(Value).get<VarDecl>())
    return !everyUse(*V, Index, Suits);
  // Both sides become arrays.
  if (const auto *Compares = Index.parentOf(Value).get<CXXOperatorCallExpr>();
      Compares && Compares->isComparisonOp() && Compares->getNumArgs() == 2) {
    auto Callee = [&](unsigned I) -> const FunctionDecl * {
      const auto *Made = dyn_cast<CallExpr>(
          Compares->getArg(I)->IgnoreUnlessSpelledInSource());
      return Made ? Made->getDirectCallee() : nullptr;
    };
    if (Callee(0) && Callee(0) == Callee(1))
      return false;
  }
  return !Suits(vectorUse(Call, Index));
}

std::optional<uint64_t> constantResult(const FunctionDecl &F,
                                       const ReferenceIndex &Index) {
  llvm::SmallVector<const ReturnStmt *, 4> Returns;
  if (const Stmt *Body = F.getBody())
    collectReturns(*Body, Returns);
  std::optional<uint64_t> Size;
  for (const ReturnStmt *Return : Returns) {
    auto Here = sizeOf(*Return, Index);
    if (!Here || !*Here || (Size && *Size != *Here))
      return std::nullopt;
    Size = Here;
  }
  return Size;
}

} // namespace clang::tidy::anomalloc
