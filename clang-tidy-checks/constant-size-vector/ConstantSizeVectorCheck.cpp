//===- ConstantSizeVectorCheck.cpp - constant size vector -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<double> COF(15, 0.0);  ->  std::array<double, 15> COF = {};
//
// where COF is only indexed, iterated and measured: what changes its size, or
// needs a std::vector (a parameter, a copy), keeps it as it is.
//
//===----------------------------------------------------------------------===//

#include "constant-size-vector/ArrayRewrite.h"
#include "constant-size-vector/ConstantResult.h"
#include "utils/ast/Matchers.h"
#include "utils/ast/MembersInView.h"
#include "utils/framework/Compat.h"
#include "utils/framework/IncludingCheck.h"
#include "utils/framework/StdSince.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/GivenSignature.h"
#include "utils/uses/VectorUses.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds vectors whose size is a constant and never changes. A std::array could
/// replace them.
struct ConstantSizeVectorCheck : IncludingCheck<AnomallocCheck> {
  using IncludingCheck::IncludingCheck;
  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return hasStd(StdPart::Array, L);
  }
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  void checkLocal(const VarDecl &V, const DeclStmt &Statement, ASTContext &);
  void checkResult(const FunctionDecl &F, ASTContext &Context);
  void checkMember(const FieldDecl &Field, ASTContext &);
  /// The bytes of the array, or 0 where std::array would not do.
  uint64_t bytesOf(QualType Vector, uint64_t Size, bool NeedsDefault,
                   ASTContext &Context) const;

  const unsigned MaxBytes = option("MaxBytes", 1024U);
  const unsigned MaxMemberBytes = option("MaxMemberBytes", 128U);
};

} // namespace

void ConstantSizeVectorCheck::addMatchers(MatchFinder &UserCode) {
  auto Vector = hasType(instanceOfStd("vector"));
  UserCode.addMatcher(
      declStmt(forEach(varDecl(Vector, hasLocalStorage()).bind("local")))
          .bind("statement"),
      this);
  UserCode.addMatcher(fieldDecl(Vector).bind("member"), this);
  UserCode.addMatcher(
      functionDecl(isDefinition(), returns(instanceOfStd("vector")))
          .bind("function"),
      this);
}

void ConstantSizeVectorCheck::check(const MatchFinder::MatchResult &Result) {
  if (const auto *Field = Result.Nodes.getNodeAs<FieldDecl>("member"))
    checkMember(*Field, *Result.Context);
  else if (const auto *F = Result.Nodes.getNodeAs<FunctionDecl>("function"))
    checkResult(*F, *Result.Context);
  else
    checkLocal(*Result.Nodes.getNodeAs<VarDecl>("local"),
               *Result.Nodes.getNodeAs<DeclStmt>("statement"), *Result.Context);
}

/// Whether `std::array<T, N> A = {};` makes elements of the class.
static bool madeFromNothing(const CXXRecordDecl &Class) {
  if (!Class.hasDefaultConstructor())
    return false;
  for (const CXXConstructorDecl *C : Class.ctors())
    if (C->isDefaultConstructor())
      return !C->isExplicit() && !C->isDeleted() && C->getAccess() == AS_public;
  return true; // implicit
}

uint64_t ConstantSizeVectorCheck::bytesOf(QualType Vector, uint64_t Size,
                                          bool NeedsDefault,
                                          ASTContext &Context) const {
  QualType Element = typeArgument(Vector, 0);
  if (Element->isBooleanType() || Element->isIncompleteType() ||
      hasPolymorphicAllocator(Vector) ||
      stdName(typeArgument(Vector, 1)) != "allocator" || Size > 1 << 20)
    return 0;
  if (const CXXRecordDecl *Class = Element->getAsCXXRecordDecl();
      Class && NeedsDefault && !madeFromNothing(*Class))
    return 0;
  return Size * Context.getTypeSizeInChars(Element).getQuantity();
}

/// What tells the size of a vector, and that it never changes.
namespace {
struct FixedSize {
  const Expr *Written = nullptr; ///< Null for a braced list.
  uint64_t Value = 0;
  const CXXMemberCallExpr *Resize = nullptr;
};
} // namespace

static std::optional<FixedSize> sizeOf(const VectorInit &Init,
                                       const CXXMemberCallExpr *Resize,
                                       const ASTContext &Context) {
  FixedSize Found;
  if (Init.Is == VectorInit::List && !Resize) {
    Found.Value = Init.Elements->getNumInits();
    return Found;
  }
  if (Init.Is == VectorInit::Count && !Resize)
    Found.Written = Init.Size;
  else if (Init.Is == VectorInit::Empty && Resize)
    Found.Written = Resize->getArg(0);
  auto Value = constantOf(Found.Written, Context);
  if (!Value || !*Value)
    return std::nullopt;
  Found.Value = *Value;
  Found.Resize = Resize;
  return Found;
}

void ConstantSizeVectorCheck::checkLocal(const VarDecl &V,
                                         const DeclStmt &Statement,
                                         ASTContext &Context) {
  if (!isEditable(V.getLocation(), Context.getSourceManager()) ||
      V.isExceptionVariable() || V.isImplicit() ||
      V.getType().isVolatileQualified())
    return;
  const VectorInit Init = vectorInit(V.getInit());
  if (Init.Is == VectorInit::Other)
    return;
  Evidence Often = evidenceOfObject(V, Statement, Context);
  if (!matters(Often))
    return;
  const ReferenceIndex &Index = references(Context);
  const CXXMemberCallExpr *Resize = Init.Is == VectorInit::Empty
                                        ? resizeBehind(Statement, V, Index)
                                        : nullptr;
  auto Size = sizeOf(Init, Resize, Context);
  if (!Size)
    return;
  const uint64_t Bytes =
      bytesOf(V.getType(), Size->Value, Init.Is != VectorInit::List, Context);
  if (!Bytes || Bytes > MaxBytes || Index.to(V).empty() ||
      !everyUse(V, Index, [&](const VectorUse &U) {
        return U.By == Resize ? Resize != nullptr : suitsAnyArray(U, Index);
      }))
    return;

  const std::string Argument =
      Size->Written ? templateArgument(*Size->Written, Size->Value, Context)
                    : std::to_string(Size->Value);
  Diagnosis F;
  F.At = V.getLocation();
  F.Problem = "'" + nameOf(V.getType(), Context) + "' allocates room for " +
              std::to_string(Size->Value) +
              (Size->Value == 1 ? " element" : " elements") +
              ", a number that never changes";
  F.Often = Often;
  F.Suggestion = "'std::array<" + nameOf(writtenElement(V.getType()), Context) +
                 ", " + Argument + ">' holds them in place";
  if (!isInstantiated(V.getDeclContext()))
    F.Fixes = makeStdArray(V, Statement, Init, Resize, Argument, Index);
  if (!F.Fixes.empty())
    include("<array>", V.getLocation(), F.Fixes, Context.getSourceManager());
  report(std::move(F), V.getDeclContext(), Context);
}

void ConstantSizeVectorCheck::checkMember(const FieldDecl &Field,
                                          ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (!Class || Class->isDependentContext() ||
      !isEditable(Field.getLocation(), Context.getSourceManager()))
    return;
  const bool InView = allUsesInView(Field, Index);
  // All that make one must be seen in any case.
  if (!InView && llvm::any_of(Class->ctors(), [&](const CXXConstructorDecl *C) {
        return C->isUserProvided() && !C->isDeleted() && !Index.sawBody(*C);
      }))
    return;
  // Each constructor makes it with the same size, or with none.
  std::optional<uint64_t> Size;
  bool Differs = false;
  auto Note = [&](const Expr *Written, uint64_t Value) {
    auto Constant =
        Written ? constantOf(Written, Context) : std::optional<uint64_t>(Value);
    Differs |= !Constant || (Size && *Size != *Constant);
    Size = Constant;
  };
  bool NeedsDefault = false;
  for (const CXXCtorInitializer *I : Index.initializers(Field)) {
    const Expr *Init = I->getInit();
    if (const auto *Default = dyn_cast_or_null<CXXDefaultInitExpr>(Init))
      Init = Default->getExpr();
    if (const auto *Copy = dyn_cast_or_null<CXXConstructExpr>(
            Init ? Init->IgnoreImplicit() : nullptr);
        Copy && Copy->getConstructor()->isCopyOrMoveConstructor() &&
        !Copy->isElidable())
      continue; // from another object of the class
    VectorInit How = vectorInit(Init);
    NeedsDefault |= How.Is == VectorInit::Count;
    if (How.Is == VectorInit::Count)
      Note(How.Size, 0);
    else if (How.Is == VectorInit::List)
      Note(nullptr, How.Elements->getNumInits());
    else
      return;
  }
  if (!Size || !*Size || Differs)
    return;
  const uint64_t Bytes = bytesOf(Field.getType(), *Size, NeedsDefault, Context);
  if (!Bytes || Bytes > MaxMemberBytes || Index.to(Field).empty() ||
      !everyUse(Field, Index,
                [&](const VectorUse &U) { return suitsAnyArray(U, Index); }))
    return;
  const Evidence Often = evidenceOfMember(Field, *Class, Context);
  if (!matters(Often))
    return;
  Diagnosis F;
  F.At = Field.getLocation();
  F.Problem = "each '" + nameOf(compat::recordType(*Class), Context) +
              "' allocates room for " + std::to_string(*Size) +
              (*Size == 1 ? " element" : " elements") + " of '" +
              Field.getNameAsString() + "', a number that never changes";
  if (!InView)
    F.Doubt = "whether other units change it";
  F.Often = Often;
  F.Suggestion = "'std::array<" +
                 nameOf(writtenElement(Field.getType()), Context) + ", " +
                 std::to_string(*Size) + ">' holds them in place";
  report(std::move(F), Field.getDeclContext(), Context);
}

/// Whether a header declares the function, so that other units may call it.
static bool isDeclaredInHeader(const FunctionDecl &F, const SourceManager &SM) {
  return F.isExternallyVisible() &&
         llvm::any_of(F.redecls(), [&](const FunctionDecl *Declared) {
           return !SM.isInMainFile(SM.getExpansionLoc(Declared->getLocation()));
         });
}

void ConstantSizeVectorCheck::checkResult(const FunctionDecl &F,
                                          ASTContext &Context) {
  if (F.isImplicit() || F.isMain() || F.isDependentContext() ||
      !isEditable(F.getLocation(), Context.getSourceManager()))
    return;
  const Evidence Often = evidenceOfCalls(F, Context);
  if (!matters(Often) || hasGivenSignature(F, references(Context)))
    return;
  auto Size = constantResult(F, references(Context));
  const uint64_t Bytes =
      Size ? bytesOf(F.getReturnType(), *Size, false, Context) : 0;
  if (!Bytes || Bytes > MaxMemberBytes ||
      llvm::any_of(callsOf(F, Context), [&](const CallSite &Call) {
        return Call.Where && needsVector(*Call.Where, references(Context));
      }))
    return;
  Diagnosis Said;
  Said.At = F.getLocation();
  Said.Problem = "each call of '" + F.getNameAsString() +
                 "' allocates room for " + std::to_string(*Size) +
                 (*Size == 1 ? " element" : " elements") +
                 ", a number that never changes";
  Said.Often = Often;
  Said.Suggestion = "return a 'std::array<" +
                    nameOf(writtenElement(F.getReturnType()), Context) + ", " +
                    std::to_string(*Size) + ">'";
  if (isDeclaredInHeader(F, Context.getSourceManager()))
    Said.Doubt = "whether callers need a vector";
  report(std::move(Said), &F, Context);
}

ANOMALLOC_CHECK_FACTORY(ConstantSizeVectorCheck)

} // namespace clang::tidy::anomalloc
