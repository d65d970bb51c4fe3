//===- FunctionFlowFacts.h - what FunctionFlow knows ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_FUNCTIONFLOWFACTS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_FUNCTIONFLOWFACTS_H

#include "utils/flow/FunctionFlow.h"
#include "utils/objects/Aliases.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace clang::tidy::anomalloc {

/// The facts that a FunctionFlow knows. Only for its own files: FlowGraph.cpp
/// builds the facts, FunctionFlow.cpp answers from them.
struct FunctionFlow::Facts {
  Facts(const FunctionDecl &Function, ASTContext &Context)
      : Function(Function), Context(Context) {}

  const FunctionDecl &Function;
  ASTContext &Context;

  // The tree.
  llvm::DenseMap<const Stmt *, const Stmt *> Parents;
  llvm::DenseMap<const Stmt *, const LambdaExpr *> OutermostLambda;
  std::vector<const Stmt *> Order;
  llvm::DenseMap<const VarDecl *, llvm::SmallVector<const DeclRefExpr *, 4>>
      Uses;
  bool IsCoroutine = false;

  // A node for each element of a CFG block, and one for the block's entry.
  std::unique_ptr<CFG> Graph;
  std::vector<llvm::SmallVector<unsigned, 2>> Successors;
  llvm::DenseMap<const Stmt *, llvm::SmallVector<unsigned, 1>> Nodes;
  llvm::DenseMap<const VarDecl *, llvm::SmallVector<unsigned, 1>> Declared;

  // Answers given before.
  std::map<std::pair<unsigned, const VarDecl *>, llvm::BitVector> Reached;
  // Null while the aliases of the variable are being computed.
  llvm::DenseMap<const VarDecl *, std::unique_ptr<Aliases>> Known;

  // The function that was asked about first, and those that it led to.
  Facts *First = this;
  std::map<const FunctionDecl *, std::unique_ptr<FunctionFlow>> Callees;

  bool walk(const Stmt *S, const Stmt *Parent, const LambdaExpr *Lambda);
  bool build();

  llvm::SmallVector<unsigned, 4> nodesOf(const Stmt &S) const;
  bool reaches(llvm::ArrayRef<unsigned> From, llvm::ArrayRef<unsigned> To,
               const VarDecl *Fresh, const llvm::BitVector *Ends = nullptr);
  bool mayFollow(const Stmt &Earlier, const Stmt &Later, const VarDecl *Fresh,
                 const llvm::BitVector *Ends = nullptr);
  const Stmt &outsideOfLambdas(const Stmt &S) const {
    const LambdaExpr *Lambda = OutermostLambda.lookup(&S);
    return Lambda ? *Lambda : S;
  }
  const anomalloc::Aliases &aliasesOf(const VarDecl &V,
                                      const FunctionFlow &Flow);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_FUNCTIONFLOWFACTS_H
