//===- References.cpp - where a declaration is named ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk of our own, not a RecursiveASTVisitor: that one visits both forms of
// an initialiser list, every type, and the patterns of templates beside their
// instantiations, and would have to be told not to in a dozen places.
//
//===----------------------------------------------------------------------===//

#include "utils/ast/References.h"
#include "utils/ast/NumberTable.h"
#include "utils/framework/UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtOpenMP.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// The key of a node in the map of parents.
static const void *keyOf(const DynTypedNode &Node) {
  if (const auto *S = Node.get<Stmt>())
    return S;
  if (const auto *D = Node.get<Decl>())
    return D;
  return Node.get<CXXCtorInitializer>();
}

class ReferenceIndex::Walk {
public:
  explicit Walk(ReferenceIndex &Index) : Index(Index) {}

  void run() {
    for (Decl *D : userDeclarations(Index.Context))
      decl(D);
    // Instantiations are known now; patterns without one are all there is.
    PatternsOnly = true;
    // Their bodies may hold classes, with more of them.
    for (size_t I = 0; I != Patterns.size(); ++I)
      if (const FunctionDecl *F = Patterns[I];
          !Instantiated.contains(F->getCanonicalDecl()))
        body(*F);
  }

private:
  void decl(const Decl *D) {
    if (!D || D->isInvalidDecl())
      return;
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
      decl(Template->getTemplatedDecl());
      for (const FunctionDecl *F : Template->specializations())
        for (const FunctionDecl *Redeclaration : F->redecls())
          decl(Redeclaration);
    } else if (const auto *Template = dyn_cast<ClassTemplateDecl>(D)) {
      decl(Template->getTemplatedDecl());
      for (const auto *Class : Template->specializations())
        if (const CXXRecordDecl *Definition = Class->getDefinition())
          decl(Definition);
    } else if (const auto *Template = dyn_cast<VarTemplateDecl>(D)) {
      for (const auto *Variable : Template->specializations())
        decl(Variable);
    } else if (const auto *Friend = dyn_cast<FriendDecl>(D)) {
      decl(Friend->getFriendDecl());
    } else if (const auto *Function = dyn_cast<FunctionDecl>(D)) {
      function(*Function);
    } else if (const auto *Variable = dyn_cast<VarDecl>(D)) {
      if (Walked.insert(D).second)
        inside(DynTypedNode::create(*D), [&] { stmt(Variable->getInit()); });
    } else if (const auto *Field = dyn_cast<FieldDecl>(D)) {
      // The pattern's initialiser stands in for one not instantiated yet.
      if (Field->hasInClassInitializer() && Walked.insert(D).second)
        inside(DynTypedNode::create(*D),
               [&] { stmt(Field->getInClassInitializer()); });
    } else if (const auto *Record = dyn_cast<CXXRecordDecl>(D)) {
      record(*Record);
    } else if (const auto *Group = dyn_cast<DeclContext>(D);
               Group &&
               isa<NamespaceDecl, LinkageSpecDecl, ExportDecl, RecordDecl>(D)) {
      for (const Decl *Inner : Group->decls())
        decl(Inner);
    }
  }

  void record(const CXXRecordDecl &Record) {
    // A lambda's class is walked with its expression.
    if (Record.isLambda() || !Record.isThisDeclarationADefinition() ||
        !Walked.insert(&Record).second)
      return;
    if (const CXXRecordDecl *Pattern = Record.getTemplateInstantiationPattern())
      for (auto [Own, Theirs] : zip(Record.fields(), Pattern->fields()))
        FieldsOf[Theirs].push_back(Own);
    for (const Decl *Inner : Record.decls())
      decl(Inner);
  }

  void function(const FunctionDecl &F) {
    if (!F.doesThisDeclarationHaveABody())
      return;
    if (F.isDependentContext()) {
      Patterns.push_back(&F);
      return;
    }
    if (const FunctionDecl *Pattern = F.getTemplateInstantiationPattern())
      Instantiated.insert(Pattern->getCanonicalDecl());
    body(F);
  }

  void body(const FunctionDecl &F) {
    if (!Walked.insert(&F).second)
      return;
    Index.Bodies.insert(F.getCanonicalDecl());
    inside(DynTypedNode::create<Decl>(F), [&] {
      for (const ParmVarDecl *P : F.parameters())
        if (P->hasDefaultArg() && !P->hasUnparsedDefaultArg() &&
            !P->hasUninstantiatedDefaultArg())
          inside(DynTypedNode::create<Decl>(*P),
                 [&] { stmt(P->getDefaultArg()); });
      if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&F))
        for (const CXXCtorInitializer *Init : Constructor->inits()) {
          if (const FieldDecl *Field = Init->getAnyMember())
            Index.ByField[Field].push_back(Init);
          inside(DynTypedNode::create(*Init), [&] { stmt(Init->getInit()); });
        }
      stmt(F.getBody());
    });
  }

  void stmt(const Stmt *S) {
    if (!S)
      return;
    jump(*S);
    switch (S->getStmtClass()) {
    case Stmt::UnaryExprOrTypeTraitExprClass:
    case Stmt::CXXNoexceptExprClass:
    case Stmt::RequiresExprClass:
    case Stmt::ConceptSpecializationExprClass:
      return; // never evaluated
    case Stmt::CXXTypeidExprClass:
      if (!cast<CXXTypeidExpr>(S)->isPotentiallyEvaluated())
        return;
      break;
    case Stmt::GenericSelectionExprClass:
      if (const auto *G = cast<GenericSelectionExpr>(S);
          !G->isResultDependent())
        inside(DynTypedNode::create(*S), [&] { stmt(G->getResultExpr()); });
      return;
    case Stmt::OpaqueValueExprClass:
      if (Walked.insert(S).second)
        inside(DynTypedNode::create(*S),
               [&] { stmt(cast<OpaqueValueExpr>(S)->getSourceExpr()); });
      return;
    case Stmt::LambdaExprClass:
      lambda(*cast<LambdaExpr>(S));
      return;
    case Stmt::DeclStmtClass:
      recordParents(*S);
      inside(DynTypedNode::create(*S), [&] {
        for (const Decl *D : cast<DeclStmt>(S)->decls()) {
          Index.Parents.try_emplace(D, Stack.back());
          decl(D);
        }
      });
      return;
    case Stmt::CapturedStmtClass: // an OpenMP region
      inside(DynTypedNode::create(*S),
             [&] { stmt(cast<CapturedStmt>(S)->getCapturedStmt()); });
      return;
    case Stmt::DeclRefExprClass:
      reference(*cast<DeclRefExpr>(S), *cast<DeclRefExpr>(S)->getDecl());
      return;
    case Stmt::MemberExprClass:
      reference(*cast<MemberExpr>(S), *cast<MemberExpr>(S)->getMemberDecl());
      break;
    case Stmt::InitListExprClass:
      if (isNumberTable(S))
        return;
      break;
    case Stmt::CXXThisExprClass:
      thisExpr(*cast<CXXThisExpr>(S));
      return;
    default:
      break;
    }
    inside(DynTypedNode::create(*S), [&] {
      for (const Stmt *Child : S->children())
        stmt(Child);
      if (const auto *Directive = dyn_cast<OMPExecutableDirective>(S))
        for (const OMPClause *Clause : Directive->clauses())
          if (Clause && !isa<OMPSharedClause>(Clause))
            for (const Stmt *Child : Clause->children())
              stmt(Child);
    });
  }

  void lambda(const LambdaExpr &L) {
    recordParents(L);
    inside(DynTypedNode::create<Stmt>(L), [&] {
      for (auto [Capture, Init] : zip(L.captures(), L.capture_inits())) {
        if (L.isInitCapture(&Capture))
          decl(Capture.getCapturedVar());
        else
          stmt(Init);
      }
      Enclosing.push_back(&L);
      auto CallOperator = [&](const CXXMethodDecl &Method) {
        Index.Lambdas[Method.getCanonicalDecl()] = &L;
        body(Method);
      };
      bool Any = false;
      if (const FunctionTemplateDecl *Generic = L.getDependentCallOperator())
        for (const FunctionDecl *F : Generic->specializations())
          if (F->hasBody() && !F->isDependentContext()) {
            CallOperator(*cast<CXXMethodDecl>(F));
            Any = true;
          }
      if (!Any)
        CallOperator(*L.getCallOperator());
      Enclosing.pop_back();
    });
  }

  void reference(const Expr &E, const ValueDecl &D) {
    if (!isa<VarDecl, FieldDecl, FunctionDecl, BindingDecl>(D))
      return;
    recordParents(E);
    const Decl *Key = D.getCanonicalDecl();
    if (const auto *Name = dyn_cast<DeclRefExpr>(&E);
        Name && Name->refersToEnclosingVariableOrCapture())
      if (const LambdaExpr *Holder = holderOfCopy(D)) {
        Index.ByCopy[{Holder, Key}].push_back(&E);
        return;
      }
    Index.ByDecl[Key].push_back(&E);
    // A member of a template that nobody instantiated may yet be.
    if (PatternsOnly)
      if (auto Fields = FieldsOf.find(Key); Fields != FieldsOf.end())
        for (const Decl *Instance : Fields->second)
          Index.ByDecl[Instance].push_back(&E);
  }

  /// The lambda around whose copy of \p D is named here, or null.
  const LambdaExpr *holderOfCopy(const ValueDecl &D) const {
    for (const LambdaExpr *L : reverse(Enclosing)) {
      const LambdaCapture *Found = nullptr;
      for (const LambdaCapture &C : L->captures())
        if (C.capturesVariable() && declaresSameEntity(C.getCapturedVar(), &D))
          Found = &C;
      if (!Found || L->isInitCapture(Found))
        return nullptr;
      if (Found->getCaptureKind() == LCK_ByCopy)
        return L;
    }
    return nullptr;
  }

  void thisExpr(const CXXThisExpr &E) {
    recordParents(E);
    // The method is the innermost function that is no lambda.
    for (const DynTypedNode &Node : reverse(Stack))
      if (const auto *Method =
              dyn_cast_or_null<CXXMethodDecl>(Node.get<Decl>());
          Method && !isLambdaCallOperator(Method)) {
        Index.ByMethod[Method->getCanonicalDecl()].push_back(&E);
        return;
      }
  }
  static bool isLambdaCallOperator(const CXXMethodDecl *Method) {
    return Method->getParent()->isLambda();
  }

  template <typename Body> void inside(const DynTypedNode &Node, Body Visit) {
    Stack.push_back(Node);
    Visit();
    Stack.pop_back();
  }
  void recordParents(const Stmt &S) {
    const void *Child = &S;
    for (const DynTypedNode &Parent : reverse(Stack)) {
      if (!Index.Parents.try_emplace(Child, Parent).second)
        return;
      Child = keyOf(Parent);
    }
  }

  /// Notes for \p S and what is around it in its function that it jumps.
  void jump(const Stmt &S) {
    const Jumps Kind = kindOfJump(S);
    if (Kind == Jumps::None)
      return;
    Index.JumpsIn[&S] |= Kind;
    for (const DynTypedNode &Around : reverse(Stack)) {
      if (isa_and_nonnull<FunctionDecl>(Around.get<Decl>()))
        return;
      const auto *Outer = Around.get<Stmt>();
      if (!Outer)
        continue;
      Jumps &Known = Index.JumpsIn[Outer];
      if ((Known & Kind) == Kind)
        return;
      Known |= Kind;
    }
  }
  static Jumps kindOfJump(const Stmt &S) {
    switch (S.getStmtClass()) {
    case Stmt::ReturnStmtClass:
      return Jumps::Return;
    case Stmt::BreakStmtClass:
      return Jumps::Break;
    case Stmt::ContinueStmtClass:
      return Jumps::Continue;
    case Stmt::GotoStmtClass:
    case Stmt::IndirectGotoStmtClass:
      return Jumps::Goto;
    default:
      return Jumps::None;
    }
  }

  ReferenceIndex &Index;
  SmallVector<DynTypedNode, 64> Stack;
  SmallVector<const LambdaExpr *, 4> Enclosing;
  DenseSet<const void *> Walked;
  SmallVector<const FunctionDecl *, 16> Patterns;
  DenseSet<const Decl *> Instantiated; ///< Patterns that were.
  DenseMap<const Decl *, SmallVector<const Decl *, 1>> FieldsOf;
  bool PatternsOnly = false;
};

ReferenceIndex::ReferenceIndex(ASTContext &Context) : Context(Context) {
  Walk(*this).run();
}

template <typename Map, typename Key>
static auto look(const Map &In, const Key &K)
    -> ArrayRef<typename Map::mapped_type::value_type> {
  auto Found = In.find(K);
  if (Found == In.end())
    return {};
  return Found->second;
}

ArrayRef<const Expr *> ReferenceIndex::to(const ValueDecl &D) const {
  return look(ByDecl, D.getCanonicalDecl());
}

ArrayRef<const Expr *> ReferenceIndex::inCopy(const LambdaExpr &Lambda,
                                              const ValueDecl &D) const {
  return look(ByCopy, std::pair<const LambdaExpr *, const Decl *>(
                          &Lambda, D.getCanonicalDecl()));
}

ArrayRef<const Expr *>
ReferenceIndex::toThis(const CXXMethodDecl &Method) const {
  return look(ByMethod, Method.getCanonicalDecl());
}

ArrayRef<const CXXCtorInitializer *>
ReferenceIndex::initializers(const FieldDecl &Field) const {
  return look(ByField, &Field);
}

DynTypedNode ReferenceIndex::parentOf(const Stmt &S) const {
  return Parents.lookup(&S);
}

DynTypedNode ReferenceIndex::parentOf(const Decl &D) const {
  return Parents.lookup(&D);
}

const FunctionDecl *ReferenceIndex::functionOf(const Stmt &S) const {
  for (auto Next = Parents.find(&S); Next != Parents.end();
       Next = Parents.find(keyOf(Next->second)))
    if (const auto *F =
            dyn_cast_or_null<FunctionDecl>(Next->second.get<Decl>()))
      return F;
  return nullptr;
}

Jumps ReferenceIndex::jumpsIn(const Stmt &S) const {
  return JumpsIn.lookup(&S);
}

bool ReferenceIndex::sawBody(const FunctionDecl &F) const {
  return Bodies.contains(F.getCanonicalDecl());
}

const LambdaExpr *
ReferenceIndex::lambdaOf(const CXXMethodDecl &CallOperator) const {
  return Lambdas.lookup(CallOperator.getCanonicalDecl());
}

} // namespace clang::tidy::anomalloc
