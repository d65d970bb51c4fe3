//===- EigenTemporaryCheck.cpp - temporaries of Eigen ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   A = B * C;                  ->  A.noalias() = B * C;
//   y += A * x;                 ->  y.noalias() += A * x;
//   MatrixXd R(3, 3);           ->  Eigen::Matrix3d R;
//   auto P = A * B; ... P(i, j) ->  auto P = (A * B).eval();
//   A.noalias() = B * C * v;    ->  A.noalias() = B * (C * v);
//   VectorXd R = A.col(j);      ->  const auto R = A.col(j);
//   f(A.col(j)); with const VectorXd &  ->  const Eigen::Ref<const VectorXd> &
//
// The last two are in PartsOfMatrices.cpp; FreshMatrices.cpp has more.
//
//===----------------------------------------------------------------------===//

#include "eigen-temporary/EigenTemporaryCheck.h"
#include "eigen-temporary/FixedMatrix.h"
#include "utils/ast/Climb.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/objects/DistinctObjects.h"
#include "utils/objects/EigenTypes.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/VectorUses.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Lexer.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void EigenTemporaryCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      cxxOperatorCallExpr(hasAnyOverloadedOperatorName("=", "+=", "-="),
                          argumentCountIs(2))
          .bind("assignment"),
      this);
  UserCode.addMatcher(
      declStmt(forEach(varDecl(hasLocalStorage(),
                               hasType(hasUnqualifiedDesugaredType(
                                   anyOf(recordType(), referenceType()))))
                           .bind("local")))
          .bind("statement"),
      this);
  UserCode.addMatcher(
      callExpr(unless(cxxOperatorCallExpr()), unless(argumentCountIs(0)))
          .bind("call"),
      this);
  UserCode.addMatcher(
      cxxMemberCallExpr(callee(cxxMethodDecl(hasName("eval")))).bind("eval"),
      this);
}

void EigenTemporaryCheck::check(const MatchFinder::MatchResult &Result) {
  ASTContext &Context = *Result.Context;
  if (const auto *Assign =
          Result.Nodes.getNodeAs<CXXOperatorCallExpr>("assignment"))
    return checkAssignment(*Assign, Context);
  if (const auto *Call = Result.Nodes.getNodeAs<CallExpr>("call"))
    return checkArguments(*Call, Context);
  if (const auto *Call = Result.Nodes.getNodeAs<CXXMemberCallExpr>("eval"))
    return checkEvaluated(*Call, Context);
  const auto *V = Result.Nodes.getNodeAs<VarDecl>("local");
  const auto *Statement = Result.Nodes.getNodeAs<DeclStmt>("statement");
  StringRef Name = eigenName(V->getType());
  if (Name.empty() || V->isImplicit() ||
      !isEditable(V->getSourceRange(), *Result.SourceManager))
    return;
  if (Name == "Matrix") {
    checkFresh(*V, *Statement, Context);
    checkSize(*V, *Statement, Context);
    checkCopiedPart(*V, *Statement, Context);
  } else if (V->getType()->getContainedAutoType())
    checkAuto(*V, *Statement, Context);
}

namespace {
enum class Overlap {
  No,
  Perhaps, ///< Two matrices or views of one type.
  Unknown, ///< A part of who knows what.
  Yes
};
} // namespace

/// What a local view, as `auto C = A.col(j)`, is a part of; else \p E itself.
static const Expr &viewed(const Expr &E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(&E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  StringRef Name = eigenName(E.getType());
  return V && V->getInit() && V->hasLocalStorage() && !isa<ParmVarDecl>(V) &&
                 Name != "Matrix" && Name != "SparseMatrix"
             ? wholeMatrix(*V->getInit())
             : E;
}

/// Whether writing to \p Target while \p Operand is read could be seen.
static Overlap overlap(const Expr &To, const Expr &From) {
  const Expr &Target = viewed(To), &Operand = viewed(From);
  if (Operand.isPRValue() && eigenName(Operand.getType()) == "Matrix")
    return Overlap::No; // a matrix of its own
  if (nameSameObject(&Target, &Operand))
    return Overlap::Yes;
  StringRef T = eigenName(Target.getType()), O = eigenName(Operand.getType());
  // Matrices of two types are two matrices.
  if (T == "Matrix" && (O == "Matrix" || O == "SparseMatrix"))
    return areDistinct(Target, Operand) ||
                   Target.getType().getCanonicalType().getUnqualifiedType() !=
                       Operand.getType().getCanonicalType().getUnqualifiedType()
               ? Overlap::No
               : Overlap::Perhaps;
  // What came as an argument refers to nothing that this function declares.
  auto Variable = [](const Expr &E) -> const VarDecl * {
    const auto *Ref = dyn_cast<DeclRefExpr>(&E);
    return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  };
  const VarDecl *A = Variable(Target), *B = Variable(Operand);
  auto IsOwn = [](const VarDecl *V) {
    return V && eigenName(V->getType()) == "Matrix" && V->hasLocalStorage() &&
           !V->getType()->isReferenceType();
  };
  if ((IsOwn(A) && isa_and_nonnull<ParmVarDecl>(B)) ||
      (IsOwn(B) && isa_and_nonnull<ParmVarDecl>(A)))
    return Overlap::No;
  const bool AreViews = (T == "Matrix" || T == "Ref" || T == "Map") &&
                        (O == "Matrix" || O == "Ref" || O == "Map");
  return AreViews && !Target.isPRValue() && !Operand.isPRValue()
             ? Overlap::Perhaps
             : Overlap::Unknown;
}

/// Adds `.noalias()` to the left side, or nothing if that is no simple text.
static llvm::SmallVector<FixItHint, 2> addNoAlias(const Expr &Target,
                                                  const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const Expr *E = Target.IgnoreImplicit();
  const SourceLocation End =
      Lexer::getLocForEndOfToken(E->getEndLoc(), 0, SM, Context.getLangOpts());
  if (!isEditable(E->getSourceRange(), SM) || End.isInvalid())
    return {};
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if ((Unary && Unary->getOpcode() == UO_Deref) ||
      (Operator && Operator->getOperator() == OO_Star))
    return {FixItHint::CreateInsertion(E->getBeginLoc(), "("),
            FixItHint::CreateInsertion(End, ").noalias()")};
  if (isa<DeclRefExpr, MemberExpr, ParenExpr, ArraySubscriptExpr,
          CXXMemberCallExpr>(E) ||
      (isa<CallExpr>(E) && !Operator) ||
      (Operator && (Operator->getOperator() == OO_Subscript ||
                    Operator->getOperator() == OO_Call)))
    return {FixItHint::CreateInsertion(End, ".noalias()")};
  return {};
}

void EigenTemporaryCheck::checkAssignment(const CXXOperatorCallExpr &Assign,
                                          ASTContext &Context) {
  if (Assign.isInstantiationDependent() ||
      !isEditable(Assign.getSourceRange(), Context.getSourceManager()))
    return;
  const Expr &Written = *Assign.getArg(1)->IgnoreUnlessSpelledInSource();
  const Expr *Evaluated = evaluatedBy(Written);
  const Expr &Value = Evaluated ? *Evaluated : Written;
  checkChain(Value, Assign, Context);
  if (!assumesAliasing(Value.getType()) || hasDecomposition(Value.getType()) ||
      !matrixShape(Assign.getArg(0)->IgnoreImplicit()->getType()))
    return;
  const auto Shape = matrixShape(Value.getType());
  if (!Shape || Shape->MaxSize != -1)
    return; // the temporary needs no heap
  Evidence Often = evidence(Assign, Context);
  if (!matters(Often))
    return;

  const Expr &Target = wholeMatrix(*Assign.getArg(0));
  const Expr *InQuestion = nullptr;
  bool IsUnknown = false;
  for (const Expr *Operand : operandsOf(Value))
    switch (overlap(Target, *Operand)) {
    case Overlap::No:
      break;
    case Overlap::Unknown:
      IsUnknown = true;
      [[fallthrough]];
    case Overlap::Perhaps:
      InQuestion = Operand;
      break;
    case Overlap::Yes:
      return; // the temporary is needed
    }

  Diagnosis F;
  F.At = Assign.getOperatorLoc();
  F.Problem = Evaluated ? "'.eval()' makes a temporary matrix on the heap"
                        : "the product is evaluated into a temporary matrix on "
                          "the heap, then copied";
  F.Often = Often;
  F.Suggestion = Evaluated ? "without it, '.noalias()' on the left side "
                             "evaluates in place"
                           : "'.noalias()' on the left side evaluates it in "
                             "place";
  llvm::SmallVector<FixItHint, 2> Fixes;
  if (!Evaluated)
    Fixes = addNoAlias(*Assign.getArg(0), Context);
  auto Text = [&](const Expr &E) {
    return textOf(E.getSourceRange(), Context).str();
  };
  if (InQuestion && IsUnknown)
    F.Doubt =
        "whether '" + Text(*InQuestion) + "' is part of '" + Text(Target) + "'";
  if (InQuestion)
    F.Notes = {{F.At,
                "check that '" + Text(*InQuestion) + "' is no part of '" +
                    Text(Target) + "'",
                {Fixes.begin(), Fixes.end()}}};
  else if (Assign.getOperator() == OO_Equal)
    F.Fixes = Fixes;
  else
    F.Notes = {{F.At,
                "sums are built up in another order then, and may differ in "
                "the last digit",
                {Fixes.begin(), Fixes.end()}}};
  report(std::move(F), Often.Loops.Function, Context);
}

void EigenTemporaryCheck::checkChain(const Expr &Value,
                                     const CXXOperatorCallExpr &Assign,
                                     ASTContext &Context) {
  const Expr *Inner = innerProduct(Value);
  const auto Shape =
      Inner ? matrixShape(Inner->getType()) : std::optional<EigenShape>();
  if (!Shape || Shape->MaxSize != -1)
    return;
  Evidence Often = evidence(Assign, Context);
  if (!matters(Often))
    return;
  const auto *Outer = dyn_cast<CXXOperatorCallExpr>(&Value);
  const auto Whole = matrixShape(Value.getType());
  const auto *Product = dyn_cast<CXXOperatorCallExpr>(Inner);
  Diagnosis F;
  F.At = Product ? Product->getOperatorLoc() : Inner->getExprLoc();
  F.Problem = "the product inside of a product is evaluated into a temporary "
              "matrix on the heap, also under '.noalias()'";
  F.Often = Often;
  const bool IsVector = Whole && Whole->Cols == 1 && Shape->Cols != 1;
  F.Suggestion = Outer && IsVector
                     ? "'A * (B * v)' makes a vector in place of a matrix"
                     : "evaluate it into a matrix that is made once";
  report(std::move(F), Often.Loops.Function, Context);
}

void EigenTemporaryCheck::checkSize(const VarDecl &V, const DeclStmt &Statement,
                                    ASTContext &Context) {
  Evidence Often = evidence(Statement, Context);
  if (!matters(Often))
    return;
  auto Fixed = fixedMatrix(V, Statement, references(Context));
  if (!Fixed || Fixed->Bytes > MaxBytes)
    return;
  Diagnosis F;
  F.At = V.getLocation();
  F.Problem = "'" + nameOf(V.getType(), Context) + "' allocates room for " +
              std::to_string(Fixed->Rows) + " x " +
              std::to_string(Fixed->Cols) +
              " numbers, a size that never "
              "changes";
  F.Often = Often;
  F.Suggestion = "'" + Fixed->Type + "' holds them in place";
  F.Fixes = Fixed->Fixes;
  report(std::move(F), V.getDeclContext(), Context);
}

bool isConstUse(const Expr &Reference, const ReferenceIndex &Index) {
  return ascendWhile(Reference, Index,
                     [](const Expr &Up) {
                       return isa<ImplicitCastExpr>(Up) &&
                              Up.getType().isConstQualified();
                     })
      .getType()
      .isConstQualified();
}

bool EigenTemporaryCheck::operandsMayChange(const VarDecl &V,
                                            llvm::ArrayRef<const Expr *> Reads,
                                            const FunctionFlow &Flow,
                                            ASTContext &Context) {
  for (const Expr *Operand : operandsOf(*V.getInit())) {
    if (Operand->isPRValue())
      continue;
    const Expr &Whole = wholeMatrix(*Operand);
    const ValueDecl *D = nullptr;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&Whole))
      D = Ref->getDecl();
    else if (const auto *Member = dyn_cast<MemberExpr>(&Whole))
      D = Member->getMemberDecl();
    StringRef Name = eigenName(Whole.getType());
    if (!D || (Name != "Matrix" && Name != "SparseMatrix"))
      return true;
    const ReferenceIndex &Index = references(Context);
    for (const Use &U : usesOf(*D, Context).Uses)
      if (U.Reference && !isConstUse(*U.Reference, Index) &&
          Index.functionOf(*U.Reference) == &Flow.function() &&
          llvm::any_of(Reads, [&](const Expr *Read) {
            return Flow.mayFollow(*U.Reference, *Read, &V);
          }))
        return true;
  }
  return false;
}

/// Whether a use of the expression evaluates none of it.
static bool readsNothing(const Expr &Reference, const ReferenceIndex &Index) {
  const Expr &Read =
      ascend<ImplicitCastExpr>(outermostSame(Reference, Index), Index);
  const auto *Member = Index.parentOf(Read).get<MemberExpr>();
  if (!Member || !Member->getMemberDecl()->getDeclName().isIdentifier())
    return false;
  StringRef Name = Member->getMemberDecl()->getName();
  return Name == "rows" || Name == "cols" || Name == "size";
}

void EigenTemporaryCheck::checkAuto(const VarDecl &V, const DeclStmt &Statement,
                                    ASTContext &Context) {
  const FunctionDecl *Function = functionAround(V);
  const auto Shape = matrixShape(V.getType());
  if (!Function || !V.getInit() || !Shape || Shape->MaxSize != -1 ||
      !isExpensiveToRead(V.getType().getNonReferenceType()))
    return;
  const FunctionFlow *Flow = flowOf(Function, Context);
  if (!Flow)
    return;
  const ReferenceIndex &Index = references(Context);
  llvm::SmallVector<const Expr *, 4> Reads;
  for (const Expr *Reference : Index.to(V)) {
    if (Index.functionOf(*Reference) != Function)
      return;
    if (!readsNothing(*Reference, Index))
      Reads.push_back(Reference);
  }
  // Read twice, or in a loop.
  const Expr *Again = nullptr;
  for (const Expr *Read : Reads) {
    if (Flow->repeatsWithout(*Read, V))
      Again = Read;
    else if (!Again)
      for (const Expr *First : Reads)
        if (First != Read && Flow->mayFollow(*First, *Read, &V))
          Again = Read;
  }
  if (!Again)
    return;
  Evidence Often = evidence(*Again, Context);
  if (!matters(Often) || operandsMayChange(V, Reads, *Flow, Context))
    return;
  Diagnosis F;
  F.At = V.getLocation();
  F.Problem =
      "'" + V.getNameAsString() +
      "' is an expression, not a matrix: each use evaluates the product "
      "again, into a temporary on the heap";
  if (hasDecomposition(V.getType().getNonReferenceType()))
    F.Problem = "'" + V.getNameAsString() +
                "' is an expression, not a matrix: each use computes it again, "
                "with temporaries on the heap";
  F.Often = Often;
  F.Suggestion = "'.eval()' evaluates it once";
  F.Notes = {{Again->getBeginLoc(), "evaluated again here", {}}};
  const Expr *Init = V.getInit()->IgnoreUnlessSpelledInSource();
  const SourceLocation End = Lexer::getLocForEndOfToken(
      Init->getEndLoc(), 0, Context.getSourceManager(), getLangOpts());
  if (Statement.isSingleDecl() && End.isValid() &&
      V.getInitStyle() == VarDecl::CInit &&
      isEditable(Init->getSourceRange(), Context.getSourceManager())) {
    if (isa<CXXOperatorCallExpr>(Init))
      F.Fixes = {FixItHint::CreateInsertion(Init->getBeginLoc(), "("),
                 FixItHint::CreateInsertion(End, ").eval()")};
    else if (isa<CXXMemberCallExpr>(Init))
      F.Fixes = {FixItHint::CreateInsertion(End, ".eval()")};
  }
  report(std::move(F), V.getDeclContext(), Context);
}

ANOMALLOC_CHECK_FACTORY(EigenTemporaryCheck)

} // namespace clang::tidy::anomalloc
