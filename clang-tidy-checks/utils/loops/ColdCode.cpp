//===- ColdCode.cpp - code that loops do not repeat -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/loops/ColdCode.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Descend.h"
#include "utils/loops/EnclosingLoops.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// What a statement does to those that follow it.
enum class Flow {
  Next,     ///< They run.
  Break,    ///< Leaves the innermost loop or switch.
  Return,   ///< Leaves the function.
  Throw,    ///< Leaves by an exception.
  Exit,     ///< Ends the program, or the thread.
  Elsewhere ///< One of several, or a continue, or a goto.
};

static Flow flowBehind(const Stmt &S, const ReferenceIndex &Index) {
  const Stmt *Plain = &S;
  if (const auto *E = dyn_cast<Expr>(Plain))
    Plain = E->IgnoreImplicit();
  if (isa<BreakStmt>(Plain))
    return Flow::Break;
  if (isa<ReturnStmt>(Plain))
    return Flow::Return;
  if (isa<CXXThrowExpr>(Plain))
    return Flow::Throw;
  if (const auto *Call = dyn_cast<CallExpr>(Plain)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    return Callee && Callee->isNoReturn() ? Flow::Exit : Flow::Next;
  }
  return Index.jumpsIn(S) == Jumps::None ? Flow::Next : Flow::Elsewhere;
}

/// What follows \p Child in a block, up to the first that matters.
static Flow flowBehind(const CompoundStmt &Block, const Stmt &Child,
                       const ReferenceIndex &Index) {
  const auto *At = find(Block.body(), &Child);
  for (; At != Block.body_end(); ++At)
    if (*At != &Child)
      if (Flow F = flowBehind(**At, Index); F != Flow::Next)
        return F;
  return Flow::Next;
}

/// Whether it is a variable argv, or a named `char **` behind an int in the
/// list of parameters, or, if \p OrCount, that int.
static bool isArgument(const NamedDecl &D, bool OrCount) {
  if (isa<VarDecl>(D) && D.getDeclName().isIdentifier() &&
      D.getName() == "argv") // a vector of strings, say
    return true;
  const auto *P = dyn_cast<ParmVarDecl>(&D);
  const auto *F = P ? dyn_cast<FunctionDecl>(P->getDeclContext()) : nullptr;
  if (!F)
    return false;
  for (unsigned I = 1; I < F->getNumParams(); ++I) {
    const QualType Inner = F->getParamDecl(I)->getType()->getPointeeType();
    if (F->getParamDecl(I)->getIdentifier() &&
        F->getParamDecl(I - 1)->getType()->isIntegerType() && !Inner.isNull() &&
        Inner->isPointerType() && Inner->getPointeeType()->isCharType())
      return P == F->getParamDecl(I) ||
             (OrCount && P == F->getParamDecl(I - 1));
  }
  return false;
}

/// Whether an expression names the arguments of the program.
static bool namesArguments(const Stmt *S, bool OrCount) {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const NamedDecl &D = *Ref->getDecl();
    return isArgument(D, OrCount) ||
           (D.getDeclName().isIdentifier() && D.getName() == "optarg" &&
            D.getDeclContext()->getRedeclContext()->isFileContext());
  }
  return any_of(S->children(), [&](const Stmt *Child) {
    return namesArguments(Child, OrCount);
  });
}

bool isProcessStart(const FunctionDecl &F) {
  static const StringSet<> Starts = {
      "fork",  "vfork",       "execl",        "execle",  "execlp",
      "execv", "execve",      "execvp",       "execvpe", "fexecve",
      "popen", "posix_spawn", "posix_spawnp", "system"};
  return F.getDeclName().isIdentifier() &&
         F.getDeclContext()->getRedeclContext()->isFileContext() &&
         Starts.contains(F.getName());
}

/// Whether an expression calls getopt or one of its kin.
static bool callsGetopt(const Stmt &S) {
  if (const auto *Call = dyn_cast<CallExpr>(&S))
    if (const FunctionDecl *F = Call->getDirectCallee();
        F && F->getDeclName().isIdentifier() &&
        F->getName().starts_with("getopt"))
      return true;
  return anyChild(S, callsGetopt);
}

static const Expr *conditionOf(const Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return For->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return While->getCond();
  return nullptr;
}

/// Whether \p Around never runs \p Child, a constant says.
static bool neverRuns(const Stmt &Child, const Stmt &Around,
                      const ASTContext &Context) {
  auto Is = [&](const Expr *Cond, bool Wanted) {
    bool Value = false;
    return Cond && !Cond->isValueDependent() &&
           Cond->EvaluateAsBooleanCondition(Value, Context) && Value == Wanted;
  };
  if (const auto *If = dyn_cast<IfStmt>(&Around))
    return (&Child == If->getThen() && Is(If->getCond(), false)) ||
           (&Child == If->getElse() && Is(If->getCond(), true));
  if (const auto *Choice = dyn_cast<ConditionalOperator>(&Around))
    return (&Child == Choice->getTrueExpr() && Is(Choice->getCond(), false)) ||
           (&Child == Choice->getFalseExpr() && Is(Choice->getCond(), true));
  if (const auto *Both = dyn_cast<BinaryOperator>(&Around))
    return Both->isLogicalOp() && &Child == Both->getRHS() &&
           Is(Both->getLHS(), Both->getOpcode() == BO_LOr);
  const Expr *Repeats = conditionOf(Around);
  return Repeats && &Child != Repeats && Is(Repeats, false) &&
         &Child == bodyOfLoop(Around, Context);
}

/// Whether \p Child initializes a local variable that is made once, in the
/// first call of its function.
static bool isMadeOnce(const Stmt &Child, const Stmt &Around) {
  const auto *Declared = dyn_cast<DeclStmt>(&Around);
  return Declared && any_of(Declared->decls(), [&](const Decl *D) {
           const auto *V = dyn_cast<VarDecl>(D);
           return V && V->isStaticLocal() && V->getInit() == &Child;
         });
}

/// Whether the name of a function says that it tells of an error:
/// errorExpected, setError, fail. Not that it looks for one: errorIf, hasError.
static bool isNamedError(StringRef Name) {
  for (StringRef Verb : {"fail", "fatal", "panic", "raise", "die"})
    if (Name.starts_with_insensitive(Verb))
      return true;
  for (StringRef Question : {"is", "has", "check", "get", "clear", "no"})
    if (Name.starts_with_insensitive(Question))
      return false;
  return Name.contains_insensitive("error") &&
         !Name.contains_insensitive("errorif") &&
         !Name.contains_insensitive("error_if");
}

/// Whether text stands in an expression, apart from lambdas in it.
static bool holdsText(const Stmt &S) {
  if (isa<StringLiteral>(S))
    return true;
  return !isa<LambdaExpr>(S) && anyChild(S, holdsText);
}

/// Whether it is a call that tells of an error, in words: among numbers, an
/// error may be the result.
static bool tellsError(const Stmt &S) {
  const auto *Call = dyn_cast<CallExpr>(&S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getDeclName().isIdentifier() &&
         isNamedError(Callee->getName()) &&
         any_of(Call->arguments(), [](const Expr *E) { return holdsText(*E); });
}

bool isColdCode(const Stmt &S, const ReferenceIndex &Index) {
  bool Cold = tellsError(S), Throws = isa<CXXThrowExpr>(S), Dies = Throws;
  bool Returns = false;
  for (auto [Parent, Child] : parentsOf(S, Index)) {
    Cold |= neverRuns(Child, Parent, Index.context()) ||
            isMadeOnce(Child, Parent) || tellsError(Parent);
    if (isa<CXXThrowExpr>(Parent)) {
      Throws = Dies = true;
    } else if (const auto *Block = dyn_cast<CompoundStmt>(&Parent)) {
      const Flow After =
          Returns || Dies ? Flow::Next : flowBehind(*Block, Child, Index);
      Throws |= After == Flow::Throw;
      Dies |= After == Flow::Throw || After == Flow::Exit;
      Returns |= After == Flow::Return || After == Flow::Elsewhere;
    } else if (const auto *If = dyn_cast<IfStmt>(&Parent)) {
      const bool Branch = &Child == If->getThen() || &Child == If->getElse();
      Cold |= Branch && Dies;
      Cold |= &Child == If->getThen() && namesArguments(If->getCond(), false);
    } else if (isa<CXXCatchStmt>(Parent)) {
      Cold = true;
    } else if (isa<CXXTryStmt>(Parent)) {
      Throws = Dies = false; // what is thrown may be handled in this function
    } else if (isa<SwitchStmt>(Parent)) {
      Cold |= Dies;
    } else if (const Stmt *Body = bodyOfLoop(Parent, Index.context())) {
      Cold |= Body == &Child && anyChild(Parent, [&](const Stmt &S) {
                return &S != Body && callsGetopt(S);
              });
      Returns |= !Dies && (Index.jumpsIn(Parent) &
                           (Jumps::Return | Jumps::Goto)) != Jumps::None;
    }
    if (Cold)
      break;
  }
  return Cold || Throws;
}

unsigned loopsThatRunOnce(const Stmt &S, const ReferenceIndex &Index) {
  unsigned Once = 0;
  bool Break = false, Return = false, Throw = false, Again = false;
  for (auto [Parent, Child] : parentsOf(S, Index)) {
    Return |= isa<ReturnStmt>(Parent);
    Throw |= isa<CXXThrowExpr>(Parent);
    if (const auto *Block = dyn_cast<CompoundStmt>(&Parent)) {
      const Flow After = Break || Return || Throw
                             ? Flow::Next
                             : flowBehind(*Block, Child, Index);
      Again |= After == Flow::Elsewhere;
      Break |= After == Flow::Break;
      Return |= After == Flow::Return || After == Flow::Exit;
      Throw |= After == Flow::Throw;
    } else if (isa<SwitchStmt>(Parent)) {
      Break = false;
    } else if (isa<CXXTryStmt>(Parent)) {
      Throw = false;
    } else if (bodyOfLoop(Parent, Index.context()) == &Child) {
      const bool Arguments = namesArguments(conditionOf(Parent), true);
      Once += Arguments || (!Again && (Break || Return || Throw));
      Break = Again = false;
    }
  }
  return Once;
}

} // namespace clang::tidy::anomalloc
