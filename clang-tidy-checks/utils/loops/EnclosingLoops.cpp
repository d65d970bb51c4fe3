//===- EnclosingLoops.cpp - the loops around a statement ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/loops/EnclosingLoops.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Descend.h"
#include "utils/ast/SourceText.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Whether \p Part runs in each iteration of \p Loop.
static bool repeats(const Stmt &Loop, const Stmt &Part,
                    const ASTContext &Context) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return &Part != For->getInit();
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop))
    return &Part == Range->getBody() || &Part == Range->getLoopVarStmt();
  if (const auto *Do = dyn_cast<DoStmt>(&Loop)) {
    bool Again = true; // do { } while (0) is no loop
    return Do->getCond()->isValueDependent() ||
           !Do->getCond()->EvaluateAsBooleanCondition(Again, Context) || Again;
  }
  return isa<WhileStmt>(Loop);
}

const Stmt *bodyOfLoop(const Stmt &Loop, const ASTContext &Context) {
  const Stmt *Body = nullptr;
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    Body = For->getBody();
  else if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop))
    Body = Range->getBody();
  else if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    Body = While->getBody();
  else if (const auto *Do = dyn_cast<DoStmt>(&Loop))
    Body = Do->getBody();
  return Body && repeats(Loop, *Body, Context) ? Body : nullptr;
}

bool mayContinue(const Stmt &S) {
  if (isa<ContinueStmt>(S))
    return true;
  if (isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt, LambdaExpr>(S))
    return false;
  return anyChild(S, mayContinue);
}

SmallVector<const Stmt *, 4> loopsAround(const Stmt &S,
                                         const ReferenceIndex &Index) {
  SmallVector<const Stmt *, 4> Loops;
  for (auto [Parent, Child] : parentsOf(S, Index))
    if (repeats(Parent, Child, Index.context()))
      Loops.push_back(&Parent);
  return Loops;
}

bool isDeclaredIn(const Decl &D, const Stmt &Around,
                  const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  SourceLocation At = SM.getExpansionLoc(D.getLocation());
  return !SM.isBeforeInTranslationUnit(
             At, SM.getExpansionLoc(Around.getBeginLoc())) &&
         !SM.isBeforeInTranslationUnit(SM.getExpansionLoc(Around.getEndLoc()),
                                       At);
}

UseSummary usesIn(const ValueDecl &D, const Stmt &Around,
                  const ReferenceIndex &Index) {
  SmallVector<const Expr *, 8> Here;
  for (const Expr *Reference : Index.to(D))
    if (isInside(*Reference, Around, Index))
      Here.push_back(Reference);
  return summarize(Here, Index);
}

const ValueDecl *namedObject(const Expr &Object) {
  const Expr *E = Object.IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl();
  return nullptr;
}

/// Whether nothing below \p Loop changes what \p D, named by an operand, says.
static bool isUnchanged(const ValueDecl &D, const Stmt &Loop,
                        const ReferenceIndex &Index, bool ElementsOnly) {
  if (isa<EnumConstantDecl, FunctionDecl, NonTypeTemplateParmDecl>(D))
    return true;
  if (isDeclaredIn(D, Loop, Index.context()))
    return false;
  UseKinds Harmless{UseKind::Read, UseKind::Copy, UseKind::Reserve};
  if (isStdContainer(D.getType())) {
    Harmless.insert(UseKind::Write); // of an element
    if (ElementsOnly)
      Harmless.insert({UseKind::Grow, UseKind::Shrink});
  }
  return usesIn(D, Loop, Index).only(Harmless);
}

/// Whether all that \p E names is unchanged; what stands before a `.` at its
/// front is but an object, if \p Object.
static bool isStable(const Expr *E, bool Object, const Stmt &Loop,
                     const ReferenceIndex &Index) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (!Object && isa<FieldDecl>(Member->getMemberDecl()) &&
        !isUnchanged(*Member->getMemberDecl(), Loop, Index, false))
      return false;
    return isStable(Member->getBase(), Object && !Member->isArrow(), Loop,
                    Index);
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (Object && isa<VarDecl>(Ref->getDecl()))
      return !isDeclaredIn(*Ref->getDecl(), Loop, Index.context());
    return isUnchanged(*Ref->getDecl(), Loop, Index, false);
  }
  // Elements: the container may grow, the index may not change.
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (Object && Call && Call->getOperator() == OO_Subscript)
    if (const auto *Base =
            dyn_cast<DeclRefExpr>(Call->getArg(0)->IgnoreParenImpCasts()))
      return isUnchanged(*Base->getDecl(), Loop, Index, true) &&
             isStable(Call->getArg(1), false, Loop, Index);
  return all_of(E->children(), [&](const Stmt *Child) {
    const auto *Part = dyn_cast_or_null<Expr>(Child);
    return !Part || isStable(Part, false, Loop, Index);
  });
}

bool isSameObjectIn(const Expr &Object, const Stmt &Loop,
                    const ReferenceIndex &Index) {
  return nameSameObject(&Object, &Object) &&
         isStable(&Object, true, Loop, Index);
}

bool isSameValueIn(const Expr &Value, const Stmt &Loop,
                   const ReferenceIndex &Index) {
  return nameSameObject(&Value, &Value) && isStable(&Value, false, Loop, Index);
}

/// The text in front of \p At on its line, and the last line before that is not
/// blank.
static std::pair<StringRef, StringRef> before(SourceLocation At,
                                              const SourceManager &SM) {
  auto [File, Offset] = SM.getDecomposedLoc(At);
  auto [Above, Front] = SM.getBufferData(File).take_front(Offset).rsplit('\n');
  return {Front, Above.rtrim().rsplit('\n').second.trim()};
}

bool mayRunParallel(const Stmt &Loop, const ReferenceIndex &Index) {
  const SourceManager &SM = Index.context().getSourceManager();
  StringRef Above = before(SM.getExpansionLoc(Loop.getBeginLoc()), SM).second;
  bool Parallel = Above.starts_with("#") && Above.contains("pragma");
  unsigned Depth = 1;
  for (auto [Parent, Child] : parentsOf(Loop, Index)) {
    if (const auto *D = dyn_cast<OMPLoopBasedDirective>(&Parent))
      Parallel |= Depth <= D->getLoopsNumber();
    Depth += isa<ForStmt, CXXForRangeStmt>(Parent);
  }
  return Parallel;
}

std::optional<FixItHint> insertLineBefore(const Stmt &S, StringRef Line,
                                          const ReferenceIndex &Index,
                                          unsigned Nth) {
  const SourceManager &SM = Index.context().getSourceManager();
  SourceLocation At = S.getBeginLoc();
  if (!Index.parentOf(S).get<CompoundStmt>() || !isEditable(At, SM))
    return std::nullopt;
  auto [Front, Above] = before(At, SM);
  if (!Front.trim().empty() || Above.starts_with("#") || Nth > Front.size())
    return std::nullopt;
  // Each into another column of the white space, so that none is in the way of
  // another; what is added is a whole line all the same.
  const size_t Column = Nth ? Front.size() - Nth : 0;
  return FixItHint::CreateInsertion(
      At.getLocWithOffset(int(Column) - int(Front.size())),
      (Front.substr(Column) + Line + "\n" + Front.take_front(Column)).str());
}

} // namespace clang::tidy::anomalloc
