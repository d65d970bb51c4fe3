//===- FreshMatrices.cpp - matrices made of expressions -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (const VectorXd &X : Points) {    VectorXd Y(A.rows());
//     VectorXd Y = A * X;             ->  for (const VectorXd &X : Points) {
//     Sum += Y.norm();                      Y.noalias() = A * X;
//
//   Sum += (X - Y).eval().norm();     ->  Sum += (X - Y).norm();
//
//===----------------------------------------------------------------------===//

#include "eigen-temporary/EigenTemporaryCheck.h"
#include "utils/ast/Climb.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/EigenTypes.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/MemoryUses.h"
#include "clang/AST/StmtCXX.h"

namespace clang::tidy::anomalloc {

static bool isOnHeap(QualType Type) {
  const auto Shape = matrixShape(Type);
  return Shape && Shape->MaxSize == -1;
}

/// A matrix, or a vector, that exists already.
static bool isMatrix(QualType Type) {
  return llvm::is_contained({"Matrix", "Map", "Ref", "SparseMatrix"},
                            eigenName(Type));
}

/// The expression that the initialiser evaluates, or null. A part of a matrix
/// is checkCopiedPart()'s.
static const Expr *expressionOf(const Expr &Init) {
  const Expr *E = Init.IgnoreUnlessSpelledInSource();
  while (const auto *Made = dyn_cast<CXXConstructExpr>(E)) {
    if (Made->getNumArgs() != 1 ||
        Made->getConstructor()->isCopyOrMoveConstructor() != Made->isElidable())
      return nullptr;
    E = Made->getArg(0)->IgnoreUnlessSpelledInSource();
  }
  if (const Expr *Evaluated = evaluatedBy(*E))
    E = Evaluated->IgnoreUnlessSpelledInSource();
  const llvm::StringRef Name = eigenName(E->getType());
  return !matrixShape(E->getType()) || isMatrix(E->getType()) ||
                 Name == "Block" || Name == "VectorBlock"
             ? nullptr
             : E;
}

/// Whether the result has the same size in all iterations: an operand that
/// decides it is a matrix of which the loop changes nothing.
static bool hasSameSize(const Expr &E, const Stmt &Loop,
                        const ReferenceIndex &Index) {
  const auto Shape = matrixShape(E.getType());
  const auto Operands = operandsOf(E);
  if (Operands.empty() || (isExpensiveToRead(E.getType()) &&
                           !(assumesAliasing(E.getType()) && Shape->Cols == 1)))
    return false;
  // Of a product that is a column, the left one.
  const Expr &Decides = *Operands.front();
  const ValueDecl *Named = namedObject(Decides);
  return Named && isMatrix(Decides.getType()) &&
         isSameObjectIn(Decides, Loop, Index) &&
         llvm::all_of(Index.to(*Named), [&](const Expr *Reference) {
           return !isInside(*Reference, Loop, Index) ||
                  isConstUse(*Reference, Index);
         });
}

void EigenTemporaryCheck::checkFresh(const VarDecl &V,
                                     const DeclStmt &Statement,
                                     ASTContext &Context) {
  if (V.getType()->isReferenceType() || !V.getInit() || !isOnHeap(V.getType()))
    return;
  const Expr *E = expressionOf(*V.getInit());
  const ReferenceIndex &Index = references(Context);
  const auto Loops =
      E ? loopsAround(Statement, Index) : llvm::SmallVector<const Stmt *, 4>();
  if (Loops.empty() || mayRunParallel(*Loops.front(), Index))
    return;
  const UseSummary Uses = usesOf(V, Context);
  if (Uses.Uses.empty() || !keepsItsMemory(Uses, /*CopyTakes=*/false, Index))
    return;
  Diagnosis F;
  F.Often = evidence(Statement, Context);
  if (!F.Often.Loops.Depth || !matters(F.Often))
    return;
  F.At = V.getLocation();
  F.Problem = "'" + V.getNameAsString() + "', a '" +
              nameOf(V.getType().getUnqualifiedType(), Context) +
              "', is made of an expression in each iteration, and allocates "
              "each time";
  F.Suggestion = "declare it before the loop, and assign the expression";
  if (assumesAliasing(E->getType()))
    F.Suggestion += ", through '.noalias()',";
  F.Suggestion += " here, to use its memory again";
  if (!hasSameSize(*E, *Loops.front(), Index))
    F.Doubt = "whether it has much the same size in all iterations";
  report(std::move(F), V.getDeclContext(), Context);
}

/// Whether the value of the call is read once, coefficient by coefficient: by a
/// reduction, by a sum, or by the assignment of it.
static bool isReadOnce(const Expr &Call, const ReferenceIndex &Index) {
  static constexpr llvm::StringRef Reductions[] = {
      "norm",     "squaredNorm", "sum",       "prod",   "mean",  "minCoeff",
      "maxCoeff", "dot",         "allFinite", "lpNorm", "trace", "cwiseAbs"};
  const Expr &Value = outermostSame(outermostValue(Call, Index), Index);
  const DynTypedNode Parent = Index.parentOf(Value);
  if (const auto *Member = Parent.get<MemberExpr>()) {
    const DeclarationName Name = Member->getMemberDecl()->getDeclName();
    return Name.isIdentifier() &&
           llvm::is_contained(Reductions,
                              Name.getAsIdentifierInfo()->getName());
  }
  const auto *Operator = Parent.get<CXXOperatorCallExpr>();
  return Operator && (Operator->getOperator() == OO_Plus ||
                      Operator->getOperator() == OO_Minus);
}

/// Whether each coefficient of the expression is made of those at the same
/// place.
static bool isByPlace(QualType Type) {
  const std::string Name = Type.getCanonicalType().getAsString();
  return llvm::none_of(
      llvm::ArrayRef<llvm::StringRef>{"Transpose<", "Reverse<", "Replicate<",
                                      "Product<", "Block<", "Permutation",
                                      "Reshaped<", "IndexedView<", "Inverse<"},
      [&](llvm::StringRef Part) {
        return llvm::StringRef(Name).contains(Part);
      });
}

void EigenTemporaryCheck::checkEvaluated(const CXXMemberCallExpr &Call,
                                         ASTContext &Context) {
  const Expr *E = evaluatedBy(Call);
  if (!E || Call.isInstantiationDependent() || !isOnHeap(Call.getType()) ||
      isExpensiveToRead(E->getType()) || isMatrix(E->getType()) ||
      !isEditable(Call.getSourceRange(), Context.getSourceManager()))
    return;
  const ReferenceIndex &Index = references(Context);
  const auto *Assign =
      Index.parentOf(outermostSame(outermostValue(Call, Index), Index))
          .get<CXXOperatorCallExpr>();
  const bool IsAssigned =
      Assign && Assign->isAssignmentOp() && Assign->getNumArgs() == 2 &&
      matrixShape(Assign->getArg(0)->IgnoreImplicit()->getType());
  // What reads other places than it writes needs the temporary, or may.
  if (IsAssigned
          ? !isByPlace(E->getType()) || !isMatrix(Assign->getArg(0)->getType())
          : !isReadOnce(Call, Index))
    return;
  Diagnosis F;
  F.At = Call.getExprLoc();
  F.Often = evidence(Call, Context);
  if (!matters(F.Often))
    return;
  F.Problem = "'.eval()' makes a temporary matrix on the heap, only to read it "
              "once";
  F.Suggestion = "leave it out";
  const FunctionDecl *Inside = F.Often.Loops.Function;
  report(std::move(F), Inside, Context);
}

} // namespace clang::tidy::anomalloc
