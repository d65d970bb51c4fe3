//===- CopyingMoveCheck.cpp - moves that copy -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const std::vector<int> Row = read();
//   Rows.push_back(std::move(Row));        a constant cannot give its memory up
//   std::optional<Table> find() { const Table T = ...; return T; }
//   Mesh(Mesh &&Other) : Nodes(Other.Nodes) {}        'Other' is an lvalue here
//   Mesh(Mesh &&Other) : Nodes(std::move(Other.Nodes)) {}
//                      a vector<Mesh> that grows copies: the move may throw
//
//===----------------------------------------------------------------------===//

#include "missing-move/KeptArgument.h"
#include "utils/ast/Climb.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/Compat.h"
#include "utils/objects/CopyCost.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TextSource.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/ADT/MapVector.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds code that is written as a move but copies heap memory all the same.
struct CopyingMoveCheck : Cxx11Check {
  using Cxx11Check::Cxx11Check;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

  /// Checks a `std::move` of a constant.
  void lookAtMove(const CallExpr &Move, ASTContext &Context);
  /// Checks a `return X;` that copies the constant X into a part of the result.
  void lookAtReturn(const CXXConstructExpr &Made, ASTContext &Context);
  /// Checks a move constructor or assignment that copies a part.
  void lookAtParts(const CXXMethodDecl &Move, ASTContext &Context);
  /// Checks a move constructor that growing vectors do not use. \p Growing
  /// makes a vector of \p Record grow.
  void lookAtGrowth(const CXXRecordDecl &Record, const Expr &Growing,
                    ASTContext &Context);

  /// The classes whose vectors grow, each with the first call that makes a
  /// vector grow.
  llvm::MapVector<const CXXRecordDecl *, const Expr *> Growing;
};

} // namespace

void CopyingMoveCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      callExpr(callee(functionDecl(hasName("::std::move"))), argumentCountIs(1),
               hasArgument(0, hasType(qualType(isConstQualified()))))
          .bind("move"),
      this);
  UserCode.addMatcher(
      returnStmt(has(ignoringImplicit(
          cxxConstructExpr(argumentCountIs(1)).bind("returned")))),
      this);
  UserCode.addMatcher(
      cxxConstructorDecl(isMoveConstructor(), isDefinition()).bind("method"),
      this);
  UserCode.addMatcher(
      cxxMethodDecl(isMoveAssignmentOperator(), isDefinition()).bind("method"),
      this);
  UserCode.addMatcher(
      cxxMemberCallExpr(
          callee(cxxMethodDecl(hasAnyName("push_back", "emplace_back", "insert",
                                          "emplace", "resize", "reserve"))))
          .bind("growth"),
      this);
}

void CopyingMoveCheck::check(const MatchFinder::MatchResult &Result) {
  ASTContext &Context = *Result.Context;
  if (const auto *Move = Result.Nodes.getNodeAs<CallExpr>("move"))
    return lookAtMove(*Move, Context);
  if (const auto *Made = Result.Nodes.getNodeAs<CXXConstructExpr>("returned"))
    return lookAtReturn(*Made, Context);
  if (const auto *Method = Result.Nodes.getNodeAs<CXXMethodDecl>("method"))
    return lookAtParts(*Method, Context);
  const auto &Call = *Result.Nodes.getNodeAs<CXXMemberCallExpr>("growth");
  const QualType Vector = Call.getImplicitObjectArgument()->getType();
  const QualType Object =
      Vector->isPointerType() ? Vector->getPointeeType() : Vector;
  if (stdName(Object) != "vector")
    return;
  const QualType Element = typeArgument(Object, 0);
  if (const auto *Record =
          Element.isNull() ? nullptr : Element->getAsCXXRecordDecl())
    Growing.insert({Record, &Call});
}

/// The local variable or by-value parameter that \p E names, or null.
static const VarDecl *localNamed(const Expr &E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E.IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->isInitCapture() ? V : nullptr;
}

/// The copy that \p E goes into, or null: a constructor, an assignment, or a
/// container that keeps it.
static const Expr *copyOf(const Expr &E, const ReferenceIndex &Index) {
  const Expr &Whole =
      ascend<ImplicitCastExpr, MaterializeTemporaryExpr, ParenExpr>(E, Index);
  const auto *Parent = Index.parentOf(Whole).get<Stmt>();
  if (const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Parent))
    return Made->getConstructor()->isCopyConstructor() && !Made->isElidable()
               ? Made
               : nullptr;
  if (const auto *Assign = dyn_cast_or_null<CXXOperatorCallExpr>(Parent)) {
    const auto *Method =
        dyn_cast_or_null<CXXMethodDecl>(Assign->getDirectCallee());
    return Method && Method->isCopyAssignmentOperator() &&
                   Assign->getArg(1) == &Whole
               ? Assign
               : nullptr;
  }
  const auto *Fill = dyn_cast_or_null<CXXMemberCallExpr>(Parent);
  const CXXMethodDecl *Method = Fill ? Fill->getMethodDecl() : nullptr;
  for (unsigned I = 0; Method && I < Method->getNumParams(); ++I)
    if (I < Fill->getNumArgs() && Fill->getArg(I) == &Whole &&
        keepsArgument(*Fill, *Method->getParamDecl(I), E.getType()))
      return Fill;
  return nullptr;
}

static bool canBeMoved(QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  return Record && (Record = Record->getDefinition()) &&
         Record->hasMoveConstructor() &&
         !Record->defaultedMoveConstructorIsDeleted();
}

void CopyingMoveCheck::lookAtMove(const CallExpr &Move, ASTContext &Context) {
  const Expr &From = *Move.getArg(0);
  const VarDecl *V = localNamed(From);
  // Of what is const for others, too, nobody can leave the const out.
  const FunctionDecl *F = V ? functionAround(*V) : nullptr;
  if (!F || isInstantiated(F) ||
      !canBeMoved(V->getType().getNonReferenceType()))
    return;
  const ReferenceIndex &Index = references(Context);
  const CXXForRangeStmt *Loop = nullptr;
  if (V->getType()->isReferenceType()) {
    // `for (const auto &E : Local)`
    const DynTypedNode Declared = Index.parentOf(*V);
    const auto *Statement = Declared.get<DeclStmt>();
    Loop = Statement ? Index.parentOf(*Statement).get<CXXForRangeStmt>()
                     : Declared.get<CXXForRangeStmt>();
    const VarDecl *Range = Loop ? localNamed(*Loop->getRangeInit()) : nullptr;
    if (!Range || Range->getType()->isReferenceType() ||
        Range->getType().isConstQualified())
      return;
  }
  const Expr *Copy = copyOf(Move, Index);
  if (!Copy)
    return;
  const QualType Type = From.getType();
  const CopyCost Cost = CopyCost::of(Type, copiedHeap(Type, Context));
  if (!Cost)
    return;
  Diagnosis Found;
  Found.At = Move.getBeginLoc();
  Found.Problem = "'std::move' of '" + V->getName().str() + "', a 'const " +
                  nameOf(Type.getUnqualifiedType(), Context) + "' that " +
                  Cost.phrase() + ", copies it";
  Found.Often = evidence(Move, Context);
  Found.AtMost = Cost.atMost();
  Found.Suggestion =
      Loop ? "loop by 'auto &'"
           : "leave out the 'const' of '" + V->getName().str() + "'";
  report(std::move(Found), F, Context);
}

void CopyingMoveCheck::lookAtReturn(const CXXConstructExpr &Made,
                                    ASTContext &Context) {
  const CXXConstructorDecl &Constructor = *Made.getConstructor();
  const VarDecl *V = localNamed(*Made.getArg(0));
  const FunctionDecl *F = V ? functionAround(*V) : nullptr;
  const QualType Type = V ? V->getType() : QualType();
  if (!F || isInstantiated(F) || !Type.isConstQualified() ||
      Constructor.isCopyOrMoveConstructor() || !canBeMoved(Type) ||
      !keepsPart(Made.getType(), *Constructor.getParamDecl(0), Type))
    return;
  const CopyCost Cost = CopyCost::of(Type, copiedHeap(Type, Context));
  if (!Cost)
    return;
  Diagnosis Found;
  Found.At = Made.getArg(0)->getBeginLoc();
  Found.Problem = "'" + V->getName().str() + "', a 'const " +
                  nameOf(Type.getUnqualifiedType(), Context) + "' that " +
                  Cost.phrase() + ", is copied into what is returned";
  Found.Often = evidence(Made, Context);
  Found.AtMost = Cost.atMost();
  Found.Suggestion = "leave out the 'const': 'return' moves it then";
  report(std::move(Found), F, Context);
}

void CopyingMoveCheck::lookAtParts(const CXXMethodDecl &Move,
                                   ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  const ParmVarDecl &Other = *Move.getParamDecl(0);
  if (isInstantiated(&Move) ||
      Other.getType().getNonReferenceType().isConstQualified())
    return;
  for (const Expr *Ref : Index.to(Other)) {
    const auto *Member = Index.parentOf(*Ref).get<MemberExpr>();
    const Expr &Part = ascend<ParenExpr, ImplicitCastExpr>(
        Member ? static_cast<const Expr &>(*Member) : *Ref, Index);
    const Expr *Copy = copyOf(Part, Index);
    const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Copy);
    const bool IsBase =
        Made && !Member && Index.parentOf(*Made).get<CXXCtorInitializer>();
    // In the body, as in `Part Before = Other.A`, the copy may be wanted.
    if (!Copy ||
        !(IsBase ||
          (Member &&
           (!Made || Index.parentOf(*Made).get<CXXCtorInitializer>()))))
      continue;
    const QualType Type =
        (Made ? Made->getType() : Member->getType()).getUnqualifiedType();
    const CopyCost Cost = CopyCost::of(Type, copiedHeap(Type, Context));
    if (!Cost || !canBeMoved(Type))
      continue;
    Diagnosis Found;
    Found.At = Ref->getExprLoc();
    Found.Problem = "this move of a '" +
                    nameOf(compat::recordType(*Move.getParent()), Context) +
                    "' copies " +
                    (IsBase ? "its base '" + nameOf(Type, Context) + "'"
                            : "'" + Member->getMemberDecl()->getNameAsString() +
                                  "', a '" + nameOf(Type, Context) + "'") +
                    " that " + Cost.phrase();
    Found.Often = evidenceOfCalls(Move, Context);
    Found.AtMost = Cost.atMost();
    Found.Suggestion = "'std::move' it, if nothing reads it afterwards";
    report(std::move(Found), &Move, Context);
  }
}

namespace {
/// Whether nothing that is called can be seen to throw.
class ThrowFinder : public RecursiveASTVisitor<ThrowFinder> {
public:
  bool MayThrow = false;
  bool VisitCallExpr(CallExpr *Call) { return look(Call->getDirectCallee()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *Made) {
    return look(Made->getConstructor());
  }
  bool VisitCXXNewExpr(CXXNewExpr *) { return !(MayThrow = true); }
  bool VisitCXXThrowExpr(CXXThrowExpr *) { return !(MayThrow = true); }

private:
  bool look(const FunctionDecl *F) {
    const auto *Type = F ? F->getType()->getAs<FunctionProtoType>() : nullptr;
    MayThrow |= !Type ||
                isUnresolvedExceptionSpec(Type->getExceptionSpecType()) ||
                Type->canThrow() != CT_Cannot;
    return !MayThrow;
  }
};
} // namespace

/// Whether the definition of \p Move is in view, and cannot throw.
static bool isSeenNotToThrow(const CXXConstructorDecl &Move) {
  const FunctionDecl *Body = nullptr;
  if (!Move.isDefined(Body) || !Body->getBody())
    return false;
  ThrowFinder Finder;
  for (const CXXCtorInitializer *Init : cast<CXXConstructorDecl>(Body)->inits())
    Finder.TraverseStmt(Init->getInit());
  Finder.TraverseStmt(Body->getBody());
  return !Finder.MayThrow;
}

void CopyingMoveCheck::lookAtGrowth(const CXXRecordDecl &Record,
                                    const Expr &Growing, ASTContext &Context) {
  const CXXConstructorDecl *Move = nullptr, *Copy = nullptr;
  for (const CXXConstructorDecl *Constructor : Record.ctors()) {
    if (Constructor->isMoveConstructor() && Constructor->isUserProvided())
      Move = Constructor;
    if (Constructor->isCopyConstructor() && !Constructor->isDeleted())
      Copy = Constructor;
  }
  // What cannot be copied a vector moves in any case.
  if (!Move || !Copy || isInstantiated(&Record))
    return;
  const auto *Type = Move->getType()->getAs<FunctionProtoType>();
  if (!Type || Type->getExceptionSpecType() != EST_None ||
      !isSeenNotToThrow(*Move))
    return;
  const QualType Whole = compat::recordType(Record);
  const CopyCost Cost = CopyCost::of(Whole, copiedHeap(Whole, Context));
  if (!Cost)
    return;
  Diagnosis Found;
  Found.At = Move->getCanonicalDecl()->getLocation();
  Found.Problem = "vectors of '" + nameOf(Whole, Context) + "', which " +
                  Cost.phrase() +
                  ", copy their elements when they grow: the move constructor "
                  "is not 'noexcept'";
  Found.Often = evidence(Growing, Context);
  Found.AtLeast = Weight::Loop;
  Found.AtMost = Cost.atMost();
  Found.Suggestion = "declare it 'noexcept': nothing in it throws";
  Found.Notes.push_back({Growing.getExprLoc(), "one grows here", {}});
  report(std::move(Found), &Record, Context);
}

void CopyingMoveCheck::finishUnit(ASTContext &Context) {
  for (auto [Record, Call] : Growing)
    if (const CXXRecordDecl *Defined = Record->getDefinition())
      lookAtGrowth(*Defined, *Call, Context);
  Growing.clear();
}

ANOMALLOC_CHECK_FACTORY(CopyingMoveCheck)

} // namespace clang::tidy::anomalloc
