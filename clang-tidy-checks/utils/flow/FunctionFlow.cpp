//===- FunctionFlow.cpp - what can run after what -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/flow/FunctionFlow.h"
#include "utils/flow/FunctionFlowFacts.h"
#include "utils/flow/Sequencing.h"
#include "utils/objects/OnlyMemory.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdMembers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// How many functions are read to know what one does with its arguments.
static constexpr unsigned MaxCallees = 16;

FunctionFlow::FunctionFlow(std::unique_ptr<Facts> Known)
    : Known(std::move(Known)) {}
FunctionFlow::~FunctionFlow() = default;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// The nodes of a statement, or else those of its parts: parentheses, casts and
/// whole `if`s have none of their own.
SmallVector<unsigned, 4> FunctionFlow::Facts::nodesOf(const Stmt &S) const {
  SmallVector<unsigned, 4> Found;
  const Stmt &Outside = outsideOfLambdas(S);
  SmallVector<const Stmt *, 8> Open{&Outside};
  while (!Open.empty()) {
    const Stmt *Part = Open.pop_back_val();
    if (!Part)
      continue;
    auto Known = Nodes.find(Part);
    if (Known != Nodes.end())
      append_range(Found, Known->second);
    else if (!isa<LambdaExpr>(Part))
      append_range(Open, Part->children());
  }
  if (Found.empty()) // a part that the graph knows only as a whole
    for (const Stmt *Up = Parents.lookup(&Outside); Up; Up = Parents.lookup(Up))
      if (auto Known = Nodes.find(Up); Known != Nodes.end())
        return {Known->second.begin(), Known->second.end()};
  return Found;
}

/// Whether a path of at least one step leads from a node of \p From to one of
/// \p To. Paths end where \p Fresh is declared and at the nodes of \p Ends.
bool FunctionFlow::Facts::reaches(ArrayRef<unsigned> From,
                                  ArrayRef<unsigned> To, const VarDecl *Fresh,
                                  const BitVector *Ends) {
  ArrayRef<unsigned> Anew;
  if (auto D = Declared.find(Fresh); Fresh && D != Declared.end())
    Anew = D->second;
  for (unsigned Start : From) {
    BitVector Local;
    BitVector *Seen = &Local;
    bool Done = false;
    if (!Ends) {
      auto [Slot, New] = Reached.try_emplace({Start, Fresh});
      Seen = &Slot->second;
      Done = !New;
    }
    if (!Done) {
      Seen->resize(Successors.size());
      SmallVector<unsigned, 32> Open(Successors[Start].begin(),
                                     Successors[Start].end());
      while (!Open.empty()) {
        unsigned Node = Open.pop_back_val();
        if (Seen->test(Node))
          continue;
        Seen->set(Node);
        if (!is_contained(Anew, Node) && !(Ends && Ends->test(Node)))
          append_range(Open, Successors[Node]);
      }
    }
    if (any_of(To, [&](unsigned Node) { return Seen->test(Node); }))
      return true;
  }
  return false;
}

bool FunctionFlow::Facts::mayFollow(const Stmt &EarlierIn, const Stmt &LaterIn,
                                    const VarDecl *Fresh,
                                    const BitVector *Ends) {
  const Stmt &Earlier = outsideOfLambdas(EarlierIn);
  const Stmt &Later = outsideOfLambdas(LaterIn);
  if (!Parents.count(&Earlier) || !Parents.count(&Later))
    return true;
  if (&Earlier == &Later && (&Earlier != &EarlierIn || &Later != &LaterIn))
    return true; // in one lambda
  SmallVector<unsigned, 4> From = nodesOf(Earlier), To = nodesOf(Later);
  if (From.empty() || To.empty())
    return true;

  auto ParentOf = [&](const Stmt &S) { return Parents.lookup(&S); };
  switch (sequence(Earlier, Later, ParentOf, Context.getLangOpts())) {
  case Sequence::Before:
  case Sequence::Unsequenced:
    return true;
  case Sequence::After:
  case Sequence::Never: // only when the full expression is evaluated again
    return reaches(From, From, Fresh, Ends);
  case Sequence::Elsewhere:
    return reaches(From, To, Fresh, Ends);
  }
  return true;
}

bool FunctionFlow::mayFollow(const Stmt &Earlier, const Stmt &Later,
                             const VarDecl *Fresh) const {
  return Known->mayFollow(Earlier, Later, Fresh);
}

bool FunctionFlow::repeatsWithout(const Stmt &S, const VarDecl &V) const {
  SmallVector<unsigned, 4> Nodes = Known->nodesOf(S);
  return Known->reaches(Nodes, Nodes, &V);
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

const anomalloc::Aliases &
FunctionFlow::Facts::aliasesOf(const VarDecl &V, const FunctionFlow &Flow) {
  if (auto [Slot, New] = Known.try_emplace(&V); !New)
    return *Slot->second;
  auto Found =
      std::make_unique<anomalloc::Aliases>(anomalloc::aliasesOf(V, Flow));
  return *(Known[&V] = std::move(Found));
}

/// If \p Use is the target of `V = ...;`, `V.clear()` or the like, after which
/// nothing of the old value is left: the expression that replaces it.
static const Expr *replacement(const DeclRefExpr &Use,
                               const FunctionFlow &Flow) {
  const Stmt *Parent = Flow.parentOf(Use);
  if (!Parent || !isa<VarDecl>(Use.getDecl()))
    return nullptr;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Parent))
    return Binary->getOpcode() == BO_Assign && Binary->getLHS() == &Use
               ? Binary
               : nullptr;
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(Parent))
    return Call->getOperator() == OO_Equal && Call->getArg(0) == &Use ? Call
                                                                      : nullptr;
  const auto *Member = dyn_cast<MemberExpr>(Parent);
  if (!Member || Member->isArrow())
    return nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(Member->getMemberDecl());
  const auto *Call =
      dyn_cast_or_null<CXXMemberCallExpr>(Flow.parentOf(*Member));
  if (!Call || !Method || !isOfStd(*Method) ||
      !Method->getDeclName().isIdentifier())
    return nullptr;
  return stdMember(Method->getName()).is(StdMember::Empties) ? Call : nullptr;
}

/// Whether a reference is the name of a temporary object.
static bool extendsTemporary(const VarDecl &V) {
  const Expr *Init = V.getInit();
  while (Init && isa<FullExpr, CastExpr>(Init))
    Init = isa<FullExpr>(Init) ? cast<FullExpr>(Init)->getSubExpr()
                               : cast<CastExpr>(Init)->getSubExpr();
  return isa_and_nonnull<MaterializeTemporaryExpr>(Init);
}

/// Whether the destruction of \p Holder, which runs code, comes after \p Use.
static bool diesAfter(const VarDecl &Holder, const VarDecl &V, const Stmt &Use,
                      const FunctionFlow &Flow) {
  const QualType Type = Holder.getType();
  if ((Type->isReferenceType() && !extendsTemporary(Holder)) ||
      isOnlyMemory(Type.getNonReferenceType()))
    return false;
  if (isa<ParmVarDecl>(Holder))
    return true;
  for (auto [Scope, Inner] : Flow.parentsOf(Use))
    for (const Stmt *Child : Scope.children())
      if (const auto *Declares = dyn_cast_or_null<DeclStmt>(Child);
          Declares && is_contained(Declares->decls(), &Holder))
        return Flow.mayFollow(*Declares, Use, &V);
  return false;
}

static const Stmt &fullExpression(const Stmt &S, const FunctionFlow &Flow) {
  const Stmt *Full = &S;
  for (auto [Parent, Child] : Flow.parentsOf(S)) {
    if (!isa<Expr>(Parent))
      break;
    Full = &Parent;
  }
  return *Full;
}

std::optional<QualType> FunctionFlow::watcherAfter(const Stmt &Use,
                                                   const VarDecl &V) const {
  const Aliases &All = Known->aliasesOf(V, *this);
  for (const VarDecl *Holder : All.Holders)
    if (diesAfter(*Holder, V, Use, *this))
      return Holder->getType().getNonReferenceType();
  for (const Expr *Temporary : All.Temporaries)
    if (!isOnlyMemory(Temporary->getType()) &&
        &fullExpression(*Temporary, *this) == &fullExpression(Use, *this))
      return Temporary->getType();
  return std::nullopt;
}

bool FunctionFlow::isLastUse(const DeclRefExpr &Use, const VarDecl &V) const {
  return isLastNamed(Use, V) && !watcherAfter(Use, V);
}

bool FunctionFlow::isLastNamed(const DeclRefExpr &Use, const VarDecl &V) const {
  bool IsOwn = !V.getType()->isReferenceType() ||
               (isa<ParmVarDecl>(V) && V.getType()->isRValueReferenceType());
  if (!IsOwn || !V.hasLocalStorage() || Known->IsCoroutine ||
      V.getType().isVolatileQualified() ||
      V.getDeclContext() != &Known->Function || !Known->Parents.count(&Use) ||
      Known->OutermostLambda.count(&Use))
    return false;
  const Aliases &All = Known->aliasesOf(V, *this);
  if (All.Escapes || !is_contained(All.Uses, &Use))
    return false;

  BitVector Ends(Known->Successors.size());
  SmallVector<const DeclRefExpr *, 8> Others;
  for (const DeclRefExpr *Other : All.Uses) {
    const Expr *Replaced =
        Other->getDecl() == &V && !Known->OutermostLambda.count(Other)
            ? replacement(*Other, *this)
            : nullptr;
    if (!Replaced) {
      Others.push_back(Other);
      continue;
    }
    for (unsigned Node : Known->nodesOf(*Replaced))
      Ends.set(Node);
  }
  return none_of(Others, [&](const DeclRefExpr *Other) {
    return Known->mayFollow(Use, *Other, &V, Ends.any() ? &Ends : nullptr);
  });
}

bool FunctionFlow::escapes(const VarDecl &V) const {
  // Handed to the function itself, it is asked about while it is looked at.
  if (auto Slot = Known->Known.find(&V);
      Slot != Known->Known.end() && !Slot->second)
    return true;
  return Known->aliasesOf(V, *this).Escapes;
}

bool FunctionFlow::isAliased(const VarDecl &V) const {
  const Aliases &All = Known->aliasesOf(V, *this);
  return All.Escapes || !All.Holders.empty();
}

ArrayRef<const DeclRefExpr *> FunctionFlow::usesOf(const VarDecl &V) const {
  auto Entry = Known->Uses.find(&V);
  if (Entry == Known->Uses.end())
    return {};
  return Entry->second;
}

const DeclStmt *FunctionFlow::declarationOf(const VarDecl &V) const {
  for (const Stmt *S : statements())
    if (const auto *Declares = dyn_cast<DeclStmt>(S))
      if (is_contained(Declares->decls(), &V))
        return Declares;
  return nullptr;
}

ArrayRef<const Stmt *> FunctionFlow::statements() const { return Known->Order; }

const Stmt *FunctionFlow::parentOf(const Stmt &S) const {
  return Known->Parents.lookup(&S);
}

const LambdaExpr *FunctionFlow::outermostLambda(const Stmt &S) const {
  return Known->OutermostLambda.lookup(&S);
}

const FunctionDecl &FunctionFlow::function() const { return Known->Function; }

const FunctionFlow *
FunctionFlow::flowOfCallee(const FunctionDecl &Callee) const {
  Facts &First = *Known->First;
  if (auto Read = First.Callees.find(&Callee); Read != First.Callees.end())
    return Read->second.get();
  if (First.Callees.size() == MaxCallees)
    return nullptr;
  std::unique_ptr<FunctionFlow> &Slot = First.Callees[&Callee];
  Slot = of(Callee, Known->Context);
  if (Slot)
    Slot->Known->First = &First;
  return Slot.get();
}

} // namespace clang::tidy::anomalloc
