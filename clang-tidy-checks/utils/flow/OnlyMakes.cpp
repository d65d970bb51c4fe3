//===- OnlyMakes.cpp - functions that make an object and no more ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/flow/OnlyMakes.h"
#include "utils/ast/Descend.h"
#include "utils/flow/HiddenChange.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

static bool isWhole(QualType Type, unsigned Depth) {
  if (Type.isNull() || Depth > 8 || Type.isVolatileQualified())
    return false;
  Type = Type.getCanonicalType();
  if (const ArrayType *Array = Type->getAsArrayTypeUnsafe())
    return isWhole(Array->getElementType(), Depth + 1);
  if (Type->isArithmeticType() || Type->isEnumeralType())
    return true;
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->isUnion() ||
      Class->isLambda())
    return false;
  if (isStdString(Type))
    return true;
  if (isStd(Type, {"vector", "deque", "list", "forward_list", "set", "map",
                   "multiset", "multimap", "unordered_set", "unordered_map",
                   "array", "pair", "tuple", "optional", "complex"})) {
    for (const TemplateArgument &A :
         cast<ClassTemplateSpecializationDecl>(Class)
             ->getTemplateArgs()
             .asArray()) {
      if (A.getKind() == TemplateArgument::Pack) {
        for (const TemplateArgument &Part : A.pack_elements())
          if (Part.getKind() == TemplateArgument::Type &&
              !isWhole(Part.getAsType(), Depth + 1))
            return false;
        continue;
      }
      // Comparators, hashes and allocators of std have no state.
      if (A.getKind() == TemplateArgument::Type &&
          !(A.getAsType()->isRecordType() &&
            isStd(A.getAsType(),
                  {"allocator", "less", "hash", "equal_to", "greater"})) &&
          !isWhole(A.getAsType(), Depth + 1))
        return false;
    }
    return true;
  }
  if (Class->isInStdNamespace() || Class->isPolymorphic())
    return false;
  return all_of(Class->getDefinition()->bases(),
                [&](const CXXBaseSpecifier &Base) {
                  return isWhole(Base.getType(), Depth + 1);
                }) &&
         all_of(Class->getDefinition()->fields(), [&](const FieldDecl *Field) {
           return !Field->isMutable() && isWhole(Field->getType(), Depth + 1);
         });
}

bool isWholeValue(QualType Type) {
  return isWhole(Type.getNonReferenceType(), 0);
}

using Functions = SmallPtrSet<const FunctionDecl *, 8>;

static bool isHarmless(const FunctionDecl &Function, Functions &Seen);

/// Whether a function of std does nothing beside what its arguments show.
static bool isHarmlessOfStd(const FunctionDecl &Function) {
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Function))
    return !Method->isStatic() && !Method->isVirtual();
  return Function.isConstexpr() || Function.getPrimaryTemplate() ||
         Function.getBuiltinID();
}

static bool isHarmlessPart(const Stmt &S, Functions &Seen) {
  if (isa<CXXNewExpr, CXXDeleteExpr, CXXConstCastExpr, CXXReinterpretCastExpr,
          LambdaExpr, AsmStmt, CoroutineSuspendExpr, CStyleCastExpr,
          CXXTypeidExpr, CXXDynamicCastExpr>(S))
    return isa<CStyleCastExpr>(S) &&
           cast<Expr>(S).getType()->isArithmeticType();
  const FunctionDecl *Callee = nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(&S)) {
    Callee = Call->getDirectCallee();
    if (!Callee)
      return false;
  } else if (const auto *Made = dyn_cast<CXXConstructExpr>(&S)) {
    Callee = Made->getConstructor();
  } else if (const auto *Named = dyn_cast<DeclRefExpr>(&S)) {
    const auto *V = dyn_cast<VarDecl>(Named->getDecl());
    return !V || !V->hasGlobalStorage() ||
           (V->getType().isConstQualified() && isWholeValue(V->getType()));
  }
  return !Callee || isHarmless(*Callee, Seen);
}

static bool isHarmless(const FunctionDecl &Function, Functions &Seen) {
  if (Function.isImplicit() || Function.isDefaulted() || Function.isTrivial())
    return true;
  if (isOfStd(Function) || Function.getBuiltinID())
    return isHarmlessOfStd(Function);
  if (!Seen.insert(Function.getCanonicalDecl()).second)
    return true;
  const FunctionDecl *Definition = Function.getDefinition();
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (!Definition || !Definition->hasBody() || Seen.size() > 16 ||
      (Method && Method->isVirtual()))
    return false;
  auto HasHarm = [&](const Stmt &S) { return !isHarmlessPart(S, Seen); };
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      if (Init->getInit() && anyWithin(*Init->getInit(), HasHarm))
        return false;
  return !anyWithin(*Definition->getBody(), HasHarm);
}

bool onlyMakes(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (Method && Method->isInstance() &&
      (!Method->isConst() ||
       !isWholeValue(Method->getThisType()->getPointeeType())))
    return false;
  for (const ParmVarDecl *P : Function.parameters())
    if (!isWholeValue(P->getType()) ||
        (P->getType()->isReferenceType() &&
         !P->getType()->getPointeeType().isConstQualified()))
      return false;
  Functions Seen;
  return !Function.isImplicit() && !isOfStd(Function) &&
         isHarmless(Function, Seen) &&
         !mayChangeGlobals(Function, /*Unseen=*/true);
}

} // namespace clang::tidy::anomalloc
