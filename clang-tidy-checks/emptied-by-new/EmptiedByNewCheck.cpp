//===- EmptiedByNewCheck.cpp - containers emptied by a new one ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Row = std::vector<int>();           ->  Row.clear();
//   std::vector<int>().swap(Row);       ->  Row.clear();
//   Open = std::stack<int>();           ->  while (!Open.empty())
//                                             Open.pop();
//
// where the container is filled again, each time. In libstdc++ a new deque
// allocates a table and a block before it holds anything.
//
//===----------------------------------------------------------------------===//

#include "utils/ast/Climb.h"
#include "utils/ast/SourceText.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/CodeOfProfile.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/OnlyMemory.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/Uses.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds containers that are emptied by a new one, and filled again.
struct EmptiedByNewCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;
};

/// A container whose memory stays when its elements go.
struct KeepsMemory {
  bool IsAdaptor;    ///< `pop` in place of `clear`.
  StringRef Problem; ///< What happens to the memory.
};

} // namespace

void EmptiedByNewCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      cxxOperatorCallExpr(hasOverloadedOperatorName("="), argumentCountIs(2))
          .bind("whole"),
      this);
  UserCode.addMatcher(cxxMemberCallExpr(argumentCountIs(1),
                                        callee(cxxMethodDecl(hasName("swap"))))
                          .bind("whole"),
                      this);
}

static std::optional<KeepsMemory> keptMemory(QualType Type) {
  if (Type->isDependentType() || hasPolymorphicAllocator(Type))
    return std::nullopt;
  if (isStd(Type, {"stack", "queue"})) {
    const QualType Below = typeArgument(Type, 1);
    if (!Below.isNull() && stdName(Below) == "deque" &&
        !hasPolymorphicAllocator(Below))
      return KeepsMemory{true, "whose deque allocates a table and a block"};
  } else if (stdName(Type) == "deque") {
    return KeepsMemory{false, "which allocates a table and a block"};
  } else if (isStd(Type, {"vector", "unordered_map", "unordered_set",
                          "unordered_multimap", "unordered_multiset"})) {
    return KeepsMemory{false, "and its memory is given away"};
  }
  return std::nullopt;
}

/// `T()`, `T{}`, `{}`. What `V = {}` assigns to a vector is none: that is an
/// empty list ([over.ics.list]), and the memory stays.
static bool isNewAndEmpty(const Expr &Value, QualType Container) {
  const auto *Made =
      dyn_cast<CXXConstructExpr>(Value.IgnoreUnlessSpelledInSource());
  return Made &&
         Made->getType()->getAsCXXRecordDecl() ==
             Container->getAsCXXRecordDecl() &&
         llvm::all_of(Made->arguments(),
                      [](const Expr *E) { return isa<CXXDefaultArgExpr>(E); });
}

/// Whether the unit shows that elements are added to \p Object.
static bool isFilled(const ValueDecl &Object, const ReferenceIndex &Index) {
  return llvm::any_of(Index.to(Object), [&](const Expr *Reference) {
    return classifyUse(*Reference, Index).All.has(UseKind::Grow);
  });
}

void EmptiedByNewCheck::check(const MatchFinder::MatchResult &Result) {
  const auto &Whole = *Result.Nodes.getNodeAs<CallExpr>("whole");
  ASTContext &Context = *Result.Context;
  const SourceManager &SM = *Result.SourceManager;
  if (Whole.isInstantiationDependent())
    return;
  // `x = T()`, or `T().swap(x)`.
  const auto *Assign = dyn_cast<CXXOperatorCallExpr>(&Whole);
  const Expr *To = Whole.getArg(0);
  const Expr *From =
      Assign ? Whole.getArg(1)
             : cast<CXXMemberCallExpr>(Whole).getImplicitObjectArgument();
  const auto Keeps = keptMemory(To->getType());
  const ValueDecl *Object = Keeps ? namedObject(*To) : nullptr;
  if (!Object || To->HasSideEffects(Context) ||
      !isNewAndEmpty(*From, To->getType()) ||
      !isEditable(Whole.getSourceRange(), SM))
    return;
  const ReferenceIndex &Index = references(Context);
  Diagnosis F;
  F.Often = evidence(Whole, Context);
  if (!matters(F.Often) || !isFilled(*Object, Index))
    return;

  const StringRef Name = textOf(To->getSourceRange(), Context);
  F.At = Assign ? Assign->getOperatorLoc() : Whole.getExprLoc();
  F.Problem = "'" + Name.str() +
              "' is emptied by a new 'std::" + stdName(To->getType()).str() +
              "', " + Keeps->Problem.str();
  F.Suggestion = Keeps->IsAdaptor
                     ? "'pop' what is left, and the memory stays"
                     : "'clear()' keeps the memory for what follows";
  const Expr &Full =
      ascendWhile(Whole, Index, [](const Expr &) { return true; });
  const auto *Block = Index.parentOf(Full).get<CompoundStmt>();
  if (!Name.empty() && Block && !isInstantiated(F.Often.Loops.Function)) {
    const StringRef Indentation = indentationAt(Whole.getBeginLoc(), SM);
    const StringRef Step = Indentation.ends_with("\t") ? "\t" : "  ";
    const std::string Text = Keeps->IsAdaptor
                                 ? ("while (!" + Name + ".empty())\n" +
                                    Indentation + Step + Name + ".pop()")
                                       .str()
                                 : (Name + ".clear()").str();
    if (!losesComment(Whole.getSourceRange(), Text, Context))
      F.Fixes = {FixItHint::CreateReplacement(Whole.getSourceRange(), Text)};
  }
  // A deque destroys its elements in the order of a queue.
  if (stdName(To->getType()) == "stack" &&
      !isOnlyMemory(typeArgument(To->getType(), 0)))
    F.leaveFixes("check that it does not matter in which order the elements "
                 "are destroyed");
  report(std::move(F), F.Often.Loops.Function, Context);
}

ANOMALLOC_CHECK_FACTORY(EmptiedByNewCheck)

} // namespace clang::tidy::anomalloc
