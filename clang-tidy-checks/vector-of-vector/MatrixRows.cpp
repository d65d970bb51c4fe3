//===- MatrixRows.cpp - are all rows of one length ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "vector-of-vector/MatrixRows.h"
#include "utils/ast/Climb.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/StdTypes.h"
#include "vector-of-vector/RowLengths.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

QualType rowType(QualType Type) {
  Type = Type.getNonReferenceType();
  if (const ArrayType *Array = Type->getAsArrayTypeUnsafe())
    return Array->getElementType();
  return isStd(Type, {"vector", "deque", "array"}) ? typeArgument(Type, 0)
                                                   : QualType();
}

bool isRow(QualType Type) {
  return !Type.isNull() && isStd(Type, {"vector", "deque", "list"});
}

bool holdsRows(QualType Type) {
  if (Type.isNull() || Type->isReferenceType() || Type->isDependentType())
    return false;
  if (Type->isPointerType()) // new vector<T>[n]
    return isRow(Type->getPointeeType());
  return isRow(rowType(Type));
}

namespace {

class Collector {
public:
  Collector(const ValueDecl &D, const ReferenceIndex &Index)
      : D(D), Index(Index), Lengths(D, Index, Found) {}

  void run();
  MatrixRows Found;

private:
  void matrix(const Expr &Reference);
  void matrices(const ValueDecl &Of);
  void passed(const Expr &E, const Stmt *Around);
  void lent(const Expr &E, const CallExpr &Call, const FunctionDecl &To);
  void row(const Expr &E, unsigned Level);
  void rows(const ValueDecl &Of, unsigned Level);
  void position(const Expr &E);
  void access(const Stmt &S, unsigned More);
  void no() { Found.Uniform = false; }

  const ValueDecl &D;
  const ReferenceIndex &Index;
  RowLengths Lengths;
  unsigned Depth = 0; ///< Of aliases followed.
};

} // namespace

void Collector::access(const Stmt &S, unsigned More) {
  const unsigned Loops = loopsAround(S, Index).size() + More;
  if (!Found.Access || Loops > Found.AccessLoops) {
    Found.Access = &S;
    Found.AccessLoops = Loops;
  }
}

/// The matrix is handed to a function that is written in this file, or is part
/// of a value that is copied.
void Collector::passed(const Expr &E, const Stmt *Around) {
  // To a matrix of the function around it.
  if (const auto *Copy = dyn_cast_or_null<CXXConstructExpr>(Around))
    if (const auto *V =
            Index.parentOf(outermostValue(*Copy, Index)).get<VarDecl>();
        V && V->hasLocalStorage() && holdsRows(V->getType()))
      return matrices(*V);
  const auto *Call = dyn_cast_or_null<CallExpr>(Around);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const FunctionDecl *Body = Callee ? Callee->getDefinition() : nullptr;
  const SourceManager &SM = Index.context().getSourceManager();
  if (!Body || isa<CXXOperatorCallExpr>(Call) || !Index.sawBody(*Body) ||
      !SM.isInMainFile(
          SM.getExpansionLoc(Callee->getFirstDecl()->getLocation())))
    return Callee ? lent(E, *Call, *Callee) : no();
  for (unsigned I = 0; I < Call->getNumArgs(); ++I)
    if (&outermostSame(*Call->getArg(I), Index) == &outermostSame(E, Index) ||
        Call->getArg(I) == &E) {
      const ParmVarDecl *P =
          I < Body->getNumParams() ? Body->getParamDecl(I) : nullptr;
      return P && P->getType()->isReferenceType() ? matrices(*P) : no();
    }
  no();
}

/// The matrix is handed to a function that other files may call as well.
void Collector::lent(const Expr &E, const CallExpr &Call,
                     const FunctionDecl &To) {
  for (unsigned I = 0; I < std::min(Call.getNumArgs(), To.getNumParams()); ++I)
    if (const QualType Type = To.getParamDecl(I)->getType();
        &outermostSame(*Call.getArg(I), Index) == &outermostSame(E, Index) &&
        Type->isLValueReferenceType() &&
        Type->getPointeeType().isConstQualified() && !To.isInStdNamespace() &&
        !isa<CXXOperatorCallExpr>(Call)) {
      Found.Lent = &Call;
      return;
    }
  no();
}

void Collector::matrices(const ValueDecl &Of) {
  if (++Depth > 6)
    return no();
  for (const Expr *Reference : Index.to(Of))
    if (Found.Uniform && !isMemberwise(*Reference, Index))
      matrix(*Reference);
  --Depth;
}

void Collector::rows(const ValueDecl &Of, unsigned Level) {
  if (++Depth > 6)
    return no();
  for (const Expr *Reference : Index.to(Of))
    if (Found.Uniform)
      row(*Reference, Level);
  --Depth;
}

/// a.begin(): the rows of for (auto it = a.begin(); it != a.end(); ++it).
void Collector::position(const Expr &Position) {
  const Expr &E = outermostSame(Position, Index);
  const DynTypedNode Parent = Index.parentOf(E);
  if (const auto *Operator = Parent.get<CXXOperatorCallExpr>()) {
    OverloadedOperatorKind Kind = Operator->getOperator();
    if (Kind == OO_Star || Kind == OO_Subscript)
      return row(*Operator, 0);
    if (Kind == OO_Arrow) {
      // it->resize(m): what stands above is a member of the row.
      const Expr &Row = outermostSame(*Operator, Index);
      const auto *Member = Index.parentOf(Row).get<MemberExpr>();
      return Member ? row(*Operator, 0) : no();
    }
    if (Kind == OO_EqualEqual || Kind == OO_ExclaimEqual || Kind == OO_Less ||
        Kind == OO_PlusPlus || Kind == OO_MinusMinus)
      return;
    return no();
  }
  if (const auto *Variable = Parent.get<VarDecl>()) {
    if (!Variable->hasLocalStorage() || ++Depth > 6)
      return no();
    for (const Expr *Reference : Index.to(*Variable))
      position(*Reference);
    --Depth;
    return;
  }
  if (const auto *Construct = Parent.get<CXXConstructExpr>())
    return position(*Construct); // to const_iterator, or a copy
  if (!Parent.get<CompoundStmt>() && !Parent.get<ForStmt>())
    no();
}

void Collector::matrix(const Expr &Reference) {
  const Expr *E = &Reference;
  if (E->getType()->isPointerType()) {
    const auto *Load = Index.parentOf(*E).get<ImplicitCastExpr>();
    if (!Load)
      return no(); // written to
    E = Load;
    if (Index.parentOf(*E).get<CXXDeleteExpr>())
      return;
  }
  VectorUse U = vectorUse(*E, Index);
  switch (U.Kind) {
  case VectorUseKind::Element:
    return row(*cast<Expr>(U.By), 0);
  case VectorUseKind::Size:
  case VectorUseKind::Capture:
  case VectorUseKind::Reserve:
    return;
  case VectorUseKind::Position:
    return position(*cast<Expr>(U.By));
  case VectorUseKind::Loop:
    return rows(*cast<CXXForRangeStmt>(U.By)->getLoopVariable(), 0);
  case VectorUseKind::Alias:
    return matrices(*U.Alias);
  case VectorUseKind::Resize: {
    const auto *Call = cast<CXXMemberCallExpr>(U.By);
    if (Call->getNumArgs() > 1 && !isa<CXXDefaultArgExpr>(Call->getArg(1)))
      Lengths.addRow(*Call->getArg(1), *Call, true, 0);
    return;
  }
  case VectorUseKind::Append: {
    const auto *Call = cast<CXXMemberCallExpr>(U.By);
    if (Call->getNumArgs() == 0)
      return;
    const Expr &Argument = *Call->getArg(0);
    if (Argument.getType()->isIntegerType()) // emplace_back(m, x)
      return Lengths.add(&Argument, std::nullopt, *Call, false, 0);
    return Call->getNumArgs() == 1 ? Lengths.addRow(Argument, *Call, false, 0)
                                   : no();
  }
  case VectorUseKind::Change: {
    StringRef Name = methodName(*cast<Expr>(U.By));
    return Name == "clear" || Name == "pop_back" ? void() : no();
  }
  case VectorUseKind::Assign:
    return Lengths.addMatrix(cast<CXXOperatorCallExpr>(U.By)->getArg(1), U.By);
  case VectorUseKind::View:
  case VectorUseKind::Whole:
    return passed(outermostSame(*E, Index), U.By);
  }
}

void Collector::row(const Expr &E, unsigned Level) {
  VectorUse U = vectorUse(E, Index);
  switch (U.Kind) {
  case VectorUseKind::Element:
    access(*U.By, 0);
    if (isRow(U.By && isa<Expr>(U.By) ? cast<Expr>(U.By)->getType()
                                      : QualType()))
      row(*cast<Expr>(U.By), Level + 1);
    return;
  case VectorUseKind::Loop: {
    access(*U.By, 1);
    const VarDecl *Each = cast<CXXForRangeStmt>(U.By)->getLoopVariable();
    if (isRow(Each->getType()))
      rows(*Each, Level + 1);
    return;
  }
  case VectorUseKind::Size:
  case VectorUseKind::Position:
  case VectorUseKind::View:
  case VectorUseKind::Capture:
  case VectorUseKind::Reserve:
    return;
  case VectorUseKind::Alias:
    return rows(*U.Alias, Level);
  case VectorUseKind::Resize: {
    const auto *Call = cast<CXXMemberCallExpr>(U.By);
    Lengths.add(Call->getArg(0), std::nullopt, *Call, false, Level);
    if (Call->getNumArgs() > 1 && isRow(Call->getArg(1)->getType()))
      Lengths.addRow(*Call->getArg(1), *Call, true, Level + 1);
    return;
  }
  case VectorUseKind::Assign:
    return Lengths.addRow(*cast<CXXOperatorCallExpr>(U.By)->getArg(1), *U.By,
                          false, Level);
  case VectorUseKind::Append:
  case VectorUseKind::Change:
  case VectorUseKind::Whole:
    return no();
  }
}

void Collector::run() {
  if (const auto *V = dyn_cast<VarDecl>(&D))
    Lengths.addMatrix(V->getInit(), nullptr);
  else if (const auto *Field = dyn_cast<FieldDecl>(&D))
    for (const CXXCtorInitializer *Init : Index.initializers(*Field)) {
      const auto *Copy =
          dyn_cast<CXXConstructExpr>(Init->getInit()->IgnoreImplicit());
      if (!Copy || !Copy->getConstructor()->isCopyOrMoveConstructor())
        Lengths.addMatrix(Init->getInit(), nullptr);
    }
  matrices(D);
}

MatrixRows rowsOf(const ValueDecl &D, const ReferenceIndex &Index) {
  Collector C(D, Index);
  C.run();
  return std::move(C.Found);
}

} // namespace clang::tidy::anomalloc
