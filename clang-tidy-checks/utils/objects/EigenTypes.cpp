//===- EigenTypes.cpp - matrices and expressions of Eigen -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/EigenTypes.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

static const ClassTemplateSpecializationDecl *eigenClass(QualType Type) {
  if (Type.isNull())
    return nullptr;
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type.getNonReferenceType()->getAsCXXRecordDecl());
  return S && S->getDeclName().isIdentifier() &&
                 outermostNamespace(*S) == "Eigen"
             ? S
             : nullptr;
}

StringRef eigenName(QualType Type) {
  const ClassTemplateSpecializationDecl *S = eigenClass(Type);
  return S ? S->getName() : "";
}

/// The base of that name, or null.
static const CXXRecordDecl *findBase(const CXXRecordDecl &Class, StringRef Name,
                                     unsigned Depth = 0) {
  const CXXRecordDecl *Definition = Class.getDefinition();
  if (!Definition || Depth > 12)
    return nullptr;
  for (const CXXBaseSpecifier &Base : Definition->bases()) {
    if (eigenName(Base.getType()) == Name)
      return Base.getType()->getAsCXXRecordDecl();
    if (const CXXRecordDecl *Record = Base.getType()->getAsCXXRecordDecl())
      if (const CXXRecordDecl *Found = findBase(*Record, Name, Depth + 1))
        return Found;
  }
  return nullptr;
}

std::optional<EigenShape> matrixShape(QualType Type) {
  const CXXRecordDecl *Class =
      Type.isNull() ? nullptr
                    : Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Class || Class->isDependentContext() || !findBase(*Class, "MatrixBase"))
    return std::nullopt;
  const CXXRecordDecl *Dense = findBase(*Class, "DenseBase");
  if (!Dense || !(Dense = Dense->getDefinition()))
    return std::nullopt;
  EigenShape Shape;
  unsigned Found = 0;
  for (const Decl *D : Dense->decls()) {
    const auto *Enum = dyn_cast<EnumDecl>(D);
    if (!Enum)
      continue;
    for (const EnumConstantDecl *Constant : Enum->enumerators()) {
      StringRef Name = Constant->getName();
      int64_t *Slot = Name == "RowsAtCompileTime"      ? &Shape.Rows
                      : Name == "ColsAtCompileTime"    ? &Shape.Cols
                      : Name == "MaxSizeAtCompileTime" ? &Shape.MaxSize
                                                       : nullptr;
      if (Slot) {
        *Slot = Constant->getInitVal().getExtValue();
        ++Found;
      }
    }
  }
  return Found == 3 ? std::optional(Shape) : std::nullopt;
}

/// Product<Lhs, Rhs, DefaultProduct>, which is evaluated as a whole.
static bool isProduct(QualType Type) {
  const ClassTemplateSpecializationDecl *S = eigenClass(Type);
  return S && S->getName() == "Product" && S->getTemplateArgs().size() > 2 &&
         S->getTemplateArgs()[2].getKind() == TemplateArgument::Integral &&
         S->getTemplateArgs()[2].getAsIntegral() == 0;
}

bool assumesAliasing(QualType Expression) {
  if (isProduct(Expression))
    return true;
  if (eigenName(Expression) != "CwiseBinaryOp" ||
      !isProduct(typeArgument(Expression, 2)))
    return false;
  StringRef Operation = eigenName(typeArgument(Expression, 0));
  return Operation == "scalar_sum_op" || Operation == "scalar_difference_op" ||
         (Operation == "scalar_product_op" &&
          eigenName(typeArgument(Expression, 1)) == "CwiseNullaryOp");
}

static bool isMadeOf(QualType Expression, function_ref<bool(QualType)> Is,
                     unsigned Depth = 0) {
  const ClassTemplateSpecializationDecl *S = eigenClass(Expression);
  if (!S || Depth > 8)
    return false;
  if (Is(Expression))
    return true;
  StringRef Name = S->getName();
  if (Name == "Matrix" || Name == "Array" || Name == "Ref" || Name == "Map")
    return false;
  return any_of(S->getTemplateArgs().asArray(), [&](const TemplateArgument &A) {
    return A.getKind() == TemplateArgument::Type &&
           isMadeOf(A.getAsType(), Is, Depth + 1);
  });
}

bool hasDecomposition(QualType Expression) {
  return isMadeOf(Expression, [](QualType Part) {
    StringRef Name = eigenName(Part);
    return Name == "Inverse" || Name == "Solve";
  });
}

bool isExpensiveToRead(QualType Expression) {
  return hasDecomposition(Expression) || isMadeOf(Expression, isProduct);
}

static bool isOfEigen(const FunctionDecl *F) {
  return F && outermostNamespace(*F) == "Eigen";
}

const Expr *evaluatedBy(const Expr &Value) {
  const auto *Call =
      dyn_cast<CXXMemberCallExpr>(Value.IgnoreUnlessSpelledInSource());
  return Call && methodName(*Call) == "eval" && isOfEigen(Call->getMethodDecl())
             ? Call->getImplicitObjectArgument()
                   ->IgnoreParenImpCasts()
                   ->IgnoreUnlessSpelledInSource()
             : nullptr;
}

static void collect(const Expr &E, SmallVectorImpl<const Expr *> &Operands) {
  const Expr *Plain = E.IgnoreUnlessSpelledInSource();
  if (!Plain->getType()->isRecordType())
    return; // a number
  if (const auto *Call = dyn_cast<CallExpr>(Plain);
      Call && isOfEigen(Call->getDirectCallee()) && Call->isPRValue() &&
      eigenName(Call->getType()) != "Matrix") {
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
      collect(*Member->getImplicitObjectArgument(), Operands);
    for (const Expr *Argument : Call->arguments())
      collect(*Argument, Operands);
    return;
  }
  Operands.push_back(Plain);
}

SmallVector<const Expr *, 4> operandsOf(const Expr &E) {
  SmallVector<const Expr *, 4> Operands;
  collect(E, Operands);
  return Operands;
}

const Expr *innerProduct(const Expr &E) {
  if (!isProduct(E.getType()))
    return nullptr;
  const auto *Outer = dyn_cast<CXXOperatorCallExpr>(&E);
  if (!Outer || Outer->getNumArgs() != 2)
    return nullptr;
  for (const Expr *Factor : Outer->arguments()) {
    const Expr *Plain = Factor->IgnoreUnlessSpelledInSource()->IgnoreParens();
    Plain = Plain->IgnoreUnlessSpelledInSource();
    // A number times a product is still scaled while it is multiplied.
    if (isProduct(Plain->getType()))
      return Plain;
  }
  return nullptr;
}

bool isContiguousView(QualType Type) {
  StringRef Name = eigenName(Type);
  if (Name == "VectorBlock")
    return true;
  const ClassTemplateSpecializationDecl *S = eigenClass(Type);
  if (Name == "Map") // Map<T, Options, Stride<0, 0>>
    return S->getTemplateArgs().size() > 2 &&
           S->getTemplateArgs()[2].getKind() == TemplateArgument::Type &&
           eigenName(S->getTemplateArgs()[2].getAsType()) == "Stride";
  if (Name != "Block" || S->getTemplateArgs().size() < 4)
    return false;
  // Block<Xpr, Rows, Cols, InnerPanel> of a matrix; 1 is RowMajor.
  QualType Of = typeArgument(Type, 0);
  if (eigenName(Of) != "Matrix")
    return false;
  const auto &Options = eigenClass(Of)->getTemplateArgs()[3];
  const bool RowMajor = Options.getKind() == TemplateArgument::Integral &&
                        (Options.getAsIntegral().getExtValue() & 1);
  const auto &Across = S->getTemplateArgs()[RowMajor ? 1 : 2];
  return Across.getKind() == TemplateArgument::Integral &&
         Across.getAsIntegral() == 1;
}

const Expr &wholeMatrix(const Expr &E) {
  const Expr *Plain = E.IgnoreUnlessSpelledInSource();
  while (const auto *Call = dyn_cast<CXXMemberCallExpr>(Plain)) {
    if (!isOfEigen(Call->getMethodDecl()))
      break;
    Plain = Call->getImplicitObjectArgument()->IgnoreUnlessSpelledInSource();
  }
  return *Plain;
}

} // namespace clang::tidy::anomalloc
