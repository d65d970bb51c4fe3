//===- FlowGraph.cpp - the tree and the graph of a function ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/flow/FunctionFlowFacts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Larger functions are generated; their questions would take too long.
static constexpr unsigned MaxStatements = 50000;
static constexpr unsigned MaxNodes = 20000;

static bool isUnevaluated(const Stmt &S) {
  if (const auto *Type = dyn_cast<CXXTypeidExpr>(&S))
    return !Type->isPotentiallyEvaluated();
  return isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, RequiresExpr>(S);
}

bool FunctionFlow::Facts::walk(const Stmt *S, const Stmt *Parent,
                               const LambdaExpr *Lambda) {
  if (!S || isUnevaluated(*S))
    return true;
  if (!Parents.try_emplace(S, Parent).second)
    return true; // shared by two forms of an initialiser list
  if (Parents.size() > MaxStatements)
    return false;
  Order.push_back(S);
  if (Lambda)
    OutermostLambda[S] = Lambda;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (const auto *Binding = dyn_cast<BindingDecl>(Ref->getDecl()))
      V = dyn_cast_or_null<VarDecl>(Binding->getDecomposedDecl());
    if (V)
      Uses[V].push_back(Ref);
  }
  IsCoroutine |= isa<CoroutineBodyStmt, CoroutineSuspendExpr>(S) && !Lambda;

  if (const auto *L = dyn_cast<LambdaExpr>(S)) {
    for (const Expr *Init : L->capture_inits())
      if (!walk(Init, S, Lambda))
        return false;
    return walk(L->getBody(), S, Lambda ? Lambda : L);
  }
  for (const Stmt *Child : S->children())
    if (!walk(Child, S, Lambda))
      return false;
  return true;
}

bool FunctionFlow::Facts::build() {
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Options.AddInitializers = true;
  Stmt *Body = Function.getBody();
  Graph = CFG::buildCFG(&Function, Body, &Context, Options);
  if (!Graph)
    return false;

  unsigned Count = 0;
  for (const CFGBlock *Block : *Graph)
    Count += 1 + Block->size();
  if (Count > MaxNodes)
    return false;
  Successors.resize(Count);

  std::vector<unsigned> Entry(Graph->getNumBlockIDs());
  std::vector<unsigned> End(Graph->getNumBlockIDs());
  DenseMap<const Stmt *, unsigned> Dispatch; // to the handlers of a try
  std::vector<std::pair<const Stmt *, unsigned>> Elements;
  unsigned Next = 0;
  for (const CFGBlock *Block : *Graph) {
    Entry[Block->getBlockID()] = End[Block->getBlockID()] = Next++;
    if (const auto *Handler = dyn_cast_or_null<CXXCatchStmt>(Block->getLabel()))
      if (const VarDecl *V = Handler->getExceptionDecl())
        Declared[V].push_back(Next - 1);
    for (const CFGElement &Element : *Block) {
      unsigned &Last = End[Block->getBlockID()];
      Successors[Last].push_back(Next);
      Last = Next++;
      auto AsStmt = Element.getAs<CFGStmt>();
      if (!AsStmt)
        continue;
      const Stmt *S = AsStmt->getStmt();
      Nodes[S].push_back(Last);
      Elements.push_back({S, Last});
      if (const auto *Declares = dyn_cast<DeclStmt>(S))
        for (const Decl *D : Declares->decls())
          if (const auto *V = dyn_cast<VarDecl>(D))
            Declared[V].push_back(Last);
    }
    if (const Stmt *Try = Block->getTerminatorStmt();
        Try && isa<CXXTryStmt>(Try))
      Dispatch[Try] = Entry[Block->getBlockID()];
  }
  // A declaration of several variables stands in the graph as several.
  for (auto [Made, Source] :
       make_range(Graph->synthetic_stmt_begin(), Graph->synthetic_stmt_end()))
    append_range(Nodes[Source], SmallVector<unsigned, 1>(Nodes[Made]));

  for (const CFGBlock *Block : *Graph) {
    SmallVector<unsigned, 2> &Out = Successors[End[Block->getBlockID()]];
    const Stmt *Branch = Block->getTerminatorStmt();
    // What a constant switches off here may be on in another configuration.
    bool Both =
        Branch && isa<IfStmt, ConditionalOperator, BinaryOperator>(Branch);
    for (const CFGBlock::AdjacentBlock &Successor : Block->succs()) {
      const CFGBlock *To = Successor.getReachableBlock();
      if (!To && Both)
        To = Successor.getPossiblyUnreachableBlock();
      if (To)
        Out.push_back(Entry[To->getBlockID()]);
    }
  }
  // Everything in a try block may throw.
  if (!Dispatch.empty())
    for (auto [S, Node] : Elements)
      for (const Stmt *Inner = S; Inner;) {
        const Stmt *Outer = Parents.lookup(Inner);
        if (const auto *Try = dyn_cast_or_null<CXXTryStmt>(Outer);
            Try && Try->getTryBlock() == Inner)
          if (auto Handlers = Dispatch.find(Try); Handlers != Dispatch.end())
            Successors[Node].push_back(Handlers->second);
        Inner = Outer;
      }
  return true;
}

std::unique_ptr<FunctionFlow> FunctionFlow::of(const FunctionDecl &Function,
                                               ASTContext &Context) {
  const FunctionDecl *Definition = nullptr;
  if (!Function.hasBody(Definition) || Definition->isDependentContext() ||
      Definition->isInvalidDecl())
    return nullptr;
  auto Known = std::make_unique<Facts>(*Definition, Context);
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      if (!Known->walk(Init->getInit(), nullptr, nullptr))
        return nullptr;
  if (!Known->walk(Definition->getBody(), nullptr, nullptr) || !Known->build())
    return nullptr;
  return std::unique_ptr<FunctionFlow>(new FunctionFlow(std::move(Known)));
}

} // namespace clang::tidy::anomalloc
