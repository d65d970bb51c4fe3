//===- PartsOfMatrices.cpp - parts that are copied to be read -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   VectorXd R = A.col(j);  which is only read
//   f(A.col(j));            where f takes a const VectorXd &
//
//===----------------------------------------------------------------------===//

#include "eigen-temporary/EigenTemporaryCheck.h"
#include "utils/ast/Climb.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/EigenTypes.h"

namespace clang::tidy::anomalloc {

/// A part of a matrix, seen in place.
static bool isPart(QualType Type) {
  StringRef Name = eigenName(Type);
  return Name == "Block" || Name == "VectorBlock" || Name == "Map";
}

/// What a matrix is made of, through the conversion.
static const Expr *madeOf(const Expr &Made) {
  const Expr *E = Made.IgnoreImplicit();
  if (const auto *Functional = dyn_cast<CXXFunctionalCastExpr>(E))
    E = Functional->getSubExpr()->IgnoreImplicit();
  const auto *Construct = dyn_cast<CXXConstructExpr>(E);
  // Before C++17 through a temporary.
  if (Construct && Construct->isElidable() && Construct->getNumArgs() == 1)
    return madeOf(*Construct->getArg(0));
  return Construct && Construct->getNumArgs() == 1
             ? Construct->getArg(0)->IgnoreUnlessSpelledInSource()
             : nullptr;
}

static bool isDynamic(QualType Type) {
  const auto Shape = matrixShape(Type);
  return Shape && Shape->MaxSize == -1;
}

/// Whether a use of the copy would compile, and mean the same, with the part
/// itself: a const method, an element that is read, an operand of Eigen's.
static bool readsOnly(const Expr &Reference, const ReferenceIndex &Index) {
  const Expr &Object = ascendWhile(Reference, Index, [](const Expr &Up) {
    return keepsObject(Up) || isa<ImplicitCastExpr>(Up);
  });
  const DynTypedNode Parent = Index.parentOf(Object);
  if (const auto *Member = Parent.get<MemberExpr>()) {
    const auto *Method = dyn_cast<CXXMethodDecl>(Member->getMemberDecl());
    return Method && Method->isConst();
  }
  const auto *Call = Parent.get<CallExpr>();
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || outermostNamespace(*Callee) != "Eigen")
    return false;
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (!Operator || Operator->getArg(0) != &Object || !Method ||
      Method->isConst())
    return true;
  const auto *Load =
      Index.parentOf(outermostSame(*Operator, Index)).get<ImplicitCastExpr>();
  return Load && Load->getCastKind() == CK_LValueToRValue;
}

void EigenTemporaryCheck::checkCopiedPart(const VarDecl &V,
                                          const DeclStmt &Statement,
                                          ASTContext &Context) {
  if (V.getType()->isReferenceType() || !V.getInit() || !isDynamic(V.getType()))
    return;
  const Expr *Part = madeOf(*V.getInit());
  if (!Part || !isPart(Part->getType()))
    return;
  const FunctionFlow *Flow = flowOf(functionAround(V), Context);
  Evidence Often = evidence(Statement, Context);
  if (!Flow || !matters(Often))
    return;
  const ReferenceIndex &Index = references(Context);
  llvm::SmallVector<const Expr *, 4> Reads;
  for (const Expr *Reference : Index.to(V)) {
    if (!readsOnly(*Reference, Index))
      return;
    Reads.push_back(Reference);
  }
  if (Reads.empty())
    return;
  Diagnosis F;
  F.At = V.getLocation();
  F.Problem = "'" + V.getNameAsString() +
              "' copies a part of a matrix to the heap, only to read it";
  F.Often = Often;
  F.Suggestion = "'const auto' refers to the part in place";
  if (operandsMayChange(V, Reads, *Flow, Context))
    F.Doubt = "whether '" +
              textOf(wholeMatrix(*Part).getSourceRange(), Context).str() +
              "' changes while '" + V.getNameAsString() + "' is read";
  report(std::move(F), V.getDeclContext(), Context);
}

void EigenTemporaryCheck::checkArguments(const CallExpr &Call,
                                         ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || Call.isInstantiationDependent() ||
      !isEditable(Callee->getLocation(), SM) || Callee->getPrimaryTemplate())
    return;
  for (unsigned I = 0; I < Call.getNumArgs() && I < Callee->getNumParams();
       ++I) {
    const ParmVarDecl &Parameter = *Callee->getParamDecl(I);
    if (!Parameter.getType()->isLValueReferenceType() ||
        eigenName(Parameter.getType()) != "Matrix" ||
        !isDynamic(Parameter.getType()))
      continue;
    const Expr *Part = madeOf(*Call.getArg(I));
    if (Part && isContiguousView(Part->getType()) &&
        isEditable(Part->getBeginLoc(), SM))
      tellOfArgument(*Part, Parameter, *Callee, Context);
  }
}

void EigenTemporaryCheck::tellOfArgument(const Expr &Part,
                                         const ParmVarDecl &Parameter,
                                         const FunctionDecl &Callee,
                                         ASTContext &Context) {
  Evidence Often = evidence(Part, Context);
  if (!matters(Often))
    return;
  const std::string Name =
      nameOf(Parameter.getType().getNonReferenceType(), Context);
  Diagnosis F;
  F.At = Part.getBeginLoc();
  F.Problem = "a part of a matrix is copied to the heap, because '" +
              Callee.getNameAsString() + "' takes a '" + Name + "'";
  F.Often = Often;
  StringRef Plain = Name;
  Plain.consume_front("const ");
  F.Suggestion = "with a parameter 'const Eigen::Ref<const " + Plain.str() +
                 "> &' it takes the part in place";
  F.Notes = {{Parameter.getLocation(), "the parameter is here", {}}};
  report(std::move(F), Often.Loops.Function, Context);
}

} // namespace clang::tidy::anomalloc
