//===- Iteration.cpp - what an iteration does with an object --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "loop-local-container/Iteration.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Descend.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/loops/TripCount.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/MemoryUses.h"

namespace clang::tidy::anomalloc {

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

/// Whether others rely on the function's parameters as they are.
static bool isPublic(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  return F && F->isExternallyVisible() && F->getAccess() != AS_private;
}

std::optional<Filling> fillingOf(const UseSummary &Summary, bool IsStream,
                                 const Stmt &Loop,
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
      Filled.ByPublic |= !Printed && isPublic(*cast<CallExpr>(U.By));
    }
    if (U.All.has(UseKind::Grow) || U.All.has(UseKind::Assign) ||
        U.All.has(UseKind::Reserve))
      Filled.Happens |= isLikely(U, Loop, Index);
  }
  return Filled;
}

bool isShort(const Stmt &Loop, const Evidence &Often,
             const ReferenceIndex &Index) {
  auto Count = tripCountOf(Loop, Index);
  return Count && Count->Constant && *Count->Constant <= 16 &&
         Often.Loops.Depth == 1 && Often.Loops.CalledAt.isInvalid();
}

bool opensFiles(const Stmt &S) {
  if (const auto *Declared = dyn_cast<DeclStmt>(&S))
    for (const Decl *D : Declared->decls())
      if (const auto *V = dyn_cast<VarDecl>(D);
          V && isStd(V->getType(),
                     {"basic_ifstream", "basic_ofstream", "basic_fstream"}))
        return true;
  return anyChild(S, [](const Stmt &Child) {
    return !isa<Expr>(Child) && opensFiles(Child);
  });
}

} // namespace clang::tidy::anomalloc
