//===- LoopEvidence.h - how often a statement runs --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_LOOPEVIDENCE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_LOOPEVIDENCE_H

#include "clang/AST/DeclBase.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <memory>
#include <string>

namespace clang {
class Expr;
class FunctionDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

class ReferenceIndex;

/// What the source tells about how often a statement runs.
struct LoopEvidence {
  /// Whether a loop of this translation unit repeats the statement.
  bool repeated() const { return Depth || CalledAt.isValid(); }
  /// For a message, with a leading space: " inside 2 nested loops", or "".
  std::string phrase() const;

  /// The number of loops in the statement's function that repeat the statement.
  unsigned Depth = 0;
  /// A call in a loop that leads to the statement's function, directly or
  /// through other functions. Invalid if there is none.
  SourceLocation CalledAt;
  /// The condition on the way from CalledAt to the statement, if the call may
  /// never meet the condition (utils/loops/ModeBranch.h). Invalid if there is
  /// none.
  SourceLocation OnlyIf;
  /// The innermost function around the statement.
  const FunctionDecl *Function = nullptr;
  /// Other units may call the statement's function as often as they like,
  /// directly or through functions of this unit. False for a statement in cold
  /// code.
  bool CalledElsewhere = false;
};

/// A call of a function, or another expression from which the function is
/// reached.
struct CallSite {
  const FunctionDecl *From = nullptr; ///< The function around Where, or null.
  unsigned Depth = 0;          ///< The number of loops in From around Where.
  const Expr *Where = nullptr; ///< The call or construction; a DeclRefExpr
                               ///< where the function is handed to another one.
};

/// Knows the loops of the traversal scope of a translation unit, after one
/// walk. A lambda that is handed to a call belongs to the loops around the
/// call. A lambda that is handed to an algorithm of std belongs to one loop
/// more. Loops that run once, calls in cold code (utils/loops/ColdCode.h), and
/// calls of a function in itself repeat nothing.
class LoopIndex {
public:
  /// \p References gives the ReferenceIndex. It is called only when a question
  /// needs the index.
  LoopIndex(ASTContext &Context,
            std::function<const ReferenceIndex &()> References);
  LoopIndex(LoopIndex &&) = delete;
  ~LoopIndex();
  /// How often \p S runs. The evidence is empty for statements outside the
  /// scope.
  LoopEvidence of(const Stmt &S);
  /// How often \p F is called: the evidence for whatever happens once in each
  /// call.
  LoopEvidence ofCalls(const FunctionDecl &F);
  /// All calls of \p F in the scope. If F comes from a template, the calls of
  /// all instantiations.
  llvm::ArrayRef<CallSite> callsOf(const FunctionDecl &F) const;

private:
  class Walk;
  std::unique_ptr<Walk> Facts;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_LOOPEVIDENCE_H
