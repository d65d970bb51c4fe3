//===- FixedMatrix.cpp - dynamic matrices of constant size ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "eigen-temporary/FixedMatrix.h"
#include "utils/ast/Climb.h"
#include "utils/ast/SourceText.h"
#include "utils/framework/Compat.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/EigenTypes.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/VectorUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {
struct Size {
  int64_t Rows = -1, Cols = -1;
};
} // namespace

/// The arguments (n) or (rows, cols) of a constructor or of Zero(...).
static std::optional<Size> sizeOf(ArrayRef<const Expr *> Arguments,
                                  const EigenShape &Shape,
                                  const ASTContext &Context) {
  SmallVector<int64_t, 2> Values;
  for (const Expr *Argument : Arguments) {
    auto Value = constantOf(Argument, Context);
    if (!Value || *Value == 0 || *Value > 1000)
      return std::nullopt;
    Values.push_back(*Value);
  }
  Size Found{Shape.Rows, Shape.Cols};
  if (Values.size() == 2)
    Found = {Values[0], Values[1]};
  else if (Values.size() == 1 && Shape.Cols == 1)
    Found.Rows = Values[0];
  else if (Values.size() == 1 && Shape.Rows == 1)
    Found.Cols = Values[0];
  else
    return std::nullopt;
  if ((Shape.Rows != -1 && Shape.Rows != Found.Rows) ||
      (Shape.Cols != -1 && Shape.Cols != Found.Cols))
    return std::nullopt;
  return Found;
}

/// MatrixXd::Zero(2, 3) and its kin.
static std::optional<Size> sizeOfValue(const Expr &Value,
                                       const ASTContext &Context) {
  const Expr *E = Value.IgnoreUnlessSpelledInSource();
  const auto Shape = matrixShape(E->getType());
  if (!Shape)
    return std::nullopt;
  if (Shape->Rows != -1 && Shape->Cols != -1)
    return Size{Shape->Rows, Shape->Cols};
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || eigenName(Call->getType()) != "CwiseNullaryOp" ||
      !F->getDeclName().isIdentifier())
    return std::nullopt;
  StringRef Name = F->getName();
  unsigned Sizes = Call->getNumArgs();
  if (Name == "Constant")
    Sizes = Sizes ? Sizes - 1 : 0;
  else if (Name != "Zero" && Name != "Ones" && Name != "Identity" &&
           Name != "Random")
    return std::nullopt;
  return sizeOf(ArrayRef(Call->getArgs(), Sizes), *Shape, Context);
}

static bool keepsSize(StringRef Method, const CXXMemberCallExpr &Call) {
  static const StringSet<> Reading{"coeff",
                                   "coeffRef",
                                   "row",
                                   "col",
                                   "block",
                                   "segment",
                                   "head",
                                   "tail",
                                   "topRows",
                                   "bottomRows",
                                   "leftCols",
                                   "rightCols",
                                   "middleRows",
                                   "middleCols",
                                   "transpose",
                                   "adjoint",
                                   "norm",
                                   "squaredNorm",
                                   "dot",
                                   "sum",
                                   "mean",
                                   "prod",
                                   "minCoeff",
                                   "maxCoeff",
                                   "trace",
                                   "determinant",
                                   "inverse",
                                   "size",
                                   "rows",
                                   "cols",
                                   "array",
                                   "cwiseProduct",
                                   "cwiseAbs",
                                   "cwiseSqrt",
                                   "cwiseQuotient",
                                   "cwiseInverse",
                                   "normalized",
                                   "normalize",
                                   "diagonal",
                                   "data",
                                   "isZero",
                                   "isApprox",
                                   "colwise",
                                   "rowwise",
                                   "fill",
                                   "lpNorm",
                                   "asDiagonal",
                                   "cast",
                                   "x",
                                   "y",
                                   "z",
                                   "w",
                                   "allFinite",
                                   "hasNaN"};
  static const StringSet<> Setting{"setZero", "setOnes", "setIdentity",
                                   "setRandom"};
  return Reading.contains(Method) ||
         (Setting.contains(Method) && Call.getNumArgs() == 0) ||
         (Method == "setConstant" && Call.getNumArgs() == 1);
}

static bool isFine(const Expr &Reference, const Size &Is,
                   const ReferenceIndex &Index) {
  // To a base class, for the operators.
  const Expr *E = &ascendWhile(Reference, Index, [](const Expr &Up) {
    const auto *Cast = dyn_cast<ImplicitCastExpr>(&Up);
    return keepsObject(Up) ||
           (Cast && (Cast->getCastKind() == CK_UncheckedDerivedToBase ||
                     Cast->getCastKind() == CK_DerivedToBase));
  });
  const DynTypedNode Parent = Index.parentOf(*E);
  if (const auto *Operator = Parent.get<CXXOperatorCallExpr>()) {
    const FunctionDecl *F = Operator->getDirectCallee();
    if (!F || outermostNamespace(*F) != "Eigen")
      return false;
    if (Operator->getOperator() != OO_Equal || Operator->getArg(0) != E)
      return true;
    auto New = sizeOfValue(*Operator->getArg(1), Index.context());
    return New && New->Rows == Is.Rows && New->Cols == Is.Cols;
  }
  const auto *Member = Parent.get<MemberExpr>();
  if (!Member)
    return false;
  const auto *Call =
      Index.parentOf(outermostSame(*Member, Index)).get<CXXMemberCallExpr>();
  return Call && keepsSize(methodName(*Call), *Call);
}

static std::string fixedType(QualType Scalar, const Size &Is,
                             const ASTContext &Context) {
  QualType Plain = Scalar.getCanonicalType();
  const char *Letter = Plain->isSpecificBuiltinType(BuiltinType::Double)  ? "d"
                       : Plain->isSpecificBuiltinType(BuiltinType::Float) ? "f"
                       : Plain->isSpecificBuiltinType(BuiltinType::Int)   ? "i"
                                                                          : "";
  auto Small = [](int64_t N) { return N >= 2 && N <= 4; };
  if (*Letter && Is.Cols == 1 && Small(Is.Rows))
    return "Eigen::Vector" + std::to_string(Is.Rows) + Letter;
  if (*Letter && Is.Rows == 1 && Small(Is.Cols))
    return "Eigen::RowVector" + std::to_string(Is.Cols) + Letter;
  if (*Letter && Is.Rows == Is.Cols && Small(Is.Rows))
    return "Eigen::Matrix" + std::to_string(Is.Rows) + Letter;
  return "Eigen::Matrix<" + Scalar.getAsString(Context.getPrintingPolicy()) +
         ", " + std::to_string(Is.Rows) + ", " + std::to_string(Is.Cols) + ">";
}

/// The range of `MatrixXd` or `Eigen::MatrixXd` if the declaration is written
/// with that alias of Eigen's own.
static SourceRange writtenAlias(const VarDecl &V) {
  const TypeSourceInfo *Written = V.getTypeSourceInfo();
  if (!Written)
    return {};
  TypeLoc Loc = Written->getTypeLoc().getUnqualifiedLoc();
  SourceRange Range = Loc.getSourceRange();
  Loc = compat::unelaborated(Loc);
  const NamedDecl *Named = nullptr;
  if (auto Using = Loc.getAs<UsingTypeLoc>())
    Named = compat::targetOf(Using);
  else if (auto Alias = Loc.getAs<TypedefTypeLoc>())
    Named = compat::aliasOf(Alias);
  return Named && Named->getDeclContext()->isNamespace() &&
                 outermostNamespace(*Named) == "Eigen"
             ? Range
             : SourceRange();
}

std::optional<FixedMatrix> fixedMatrix(const VarDecl &V,
                                       const DeclStmt &Statement,
                                       const ReferenceIndex &Index) {
  const ASTContext &Context = Index.context();
  const auto Shape = matrixShape(V.getType());
  if (!Shape || eigenName(V.getType()) != "Matrix" || Shape->MaxSize != -1 ||
      V.getType()->isReferenceType() || !V.getInit())
    return std::nullopt;
  const auto *Construct =
      dyn_cast<CXXConstructExpr>(V.getInit()->IgnoreImplicit());
  if (!Construct || Construct->isListInitialization())
    return std::nullopt;
  std::optional<Size> Is;
  const bool BySize =
      V.getInitStyle() == VarDecl::CallInit && Construct->getNumArgs() >= 1 &&
      all_of(Construct->arguments(), [](const Expr *Argument) {
        return Argument->IgnoreParenImpCasts()->getType()->isIntegerType();
      });
  if (BySize) {
    SmallVector<const Expr *, 2> Arguments(Construct->arg_begin(),
                                           Construct->arg_end());
    Is = sizeOf(Arguments, *Shape, Context);
  } else if (Construct->getNumArgs() == 1) {
    // from a value; before C++17 through a temporary
    const Expr *Value = Construct->getArg(0)->IgnoreUnlessSpelledInSource();
    Is = sizeOfValue(*Value, Context);
    if (eigenName(Value->getType()) != "CwiseNullaryOp")
      return std::nullopt;
  }
  if (!Is)
    return std::nullopt;
  for (const Expr *Reference : Index.to(V))
    if (!isFine(*Reference, *Is, Index))
      return std::nullopt;
  if (Index.to(V).empty())
    return std::nullopt;

  FixedMatrix Found;
  Found.Rows = Is->Rows;
  Found.Cols = Is->Cols;
  QualType Scalar = typeArgument(V.getType(), 0);
  Found.Bytes =
      Is->Rows * Is->Cols * Context.getTypeSizeInChars(Scalar).getQuantity();
  Found.Type = fixedType(Scalar, *Is, Context);
  const SourceRange Alias = writtenAlias(V);
  if (Alias.isValid() && Statement.isSingleDecl()) {
    Found.Fixes.push_back(FixItHint::CreateReplacement(Alias, Found.Type));
    if (BySize) {
      const SourceRange Parens = Construct->getParenOrBraceRange();
      if (Parens.isInvalid() || losesComment(Parens, "", Context))
        Found.Fixes.clear();
      else
        Found.Fixes.push_back(FixItHint::CreateRemoval(Parens));
    }
  }
  return Found;
}

} // namespace clang::tidy::anomalloc
