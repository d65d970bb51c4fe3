//===- SharedPtrNewCheck.cpp - objects and counters apart -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::shared_ptr<T> P(new T(X));  ->  std::shared_ptr<T>
//   P(make_shared<T>(X)) Base.reset(new Derived);         ->  Base =
//   std::make_shared<Derived>(); V.emplace_back(new T(X));        ->
//   V.emplace_back(std::make_shared<T>(X)); T *Raw = new T(X);
//   std::shared_ptr<T> P(Raw);       ->  std::shared_ptr<T>
//   P(make_shared<T>(X))
//
// modernize-make-shared has `std::shared_ptr<T>(new T)` and `P.reset(new T)`.
//
//===----------------------------------------------------------------------===//

#include "shared-ptr-new/MakeShared.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/Owners.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdMembers.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds `std::shared_ptr<T>(new T)`, which allocates twice.
struct SharedPtrNewCheck : Cxx11Check {
  using Cxx11Check::Cxx11Check;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;
};

} // namespace

void SharedPtrNewCheck::addMatchers(MatchFinder &UserCode) {
  auto New = ignoringParenImpCasts(cxxNewExpr().bind("new"));
  auto Raw = ignoringParenImpCasts(declRefExpr(to(
      varDecl(hasLocalStorage(),
              hasInitializer(ignoringParenImpCasts(cxxNewExpr().bind("new"))))
          .bind("raw"))));
  UserCode.addMatcher(
      cxxConstructExpr(hasDeclaration(cxxConstructorDecl(ofClass(hasAnyName(
                           "::std::shared_ptr", "::boost::shared_ptr")))),
                       hasArgument(0, expr(anyOf(New, Raw)).bind("argument")))
          .bind("construct"),
      this);
  UserCode.addMatcher(
      cxxMemberCallExpr(callee(cxxMethodDecl(anyOf(
                            hasName("reset"),
                            hasAnyName(stdMemberNames(StdMember::InPlace))))),
                        argumentCountIs(1), hasArgument(0, New))
          .bind("call"),
      this);
}

/// Whether modernize-make-shared says the same.
static bool isOfStock(const CXXConstructExpr &Construct, const CXXNewExpr &New,
                      ASTContext &Context) {
  const QualType Pointee = typeArgument(Construct.getType(), 0);
  if (Pointee.isNull() ||
      Pointee.getCanonicalType() != New.getAllocatedType().getCanonicalType())
    return false;
  for (const DynTypedNode &Parent : Context.getParents(Construct))
    if (Parent.get<CXXBindTemporaryExpr>())
      return true;
  return false;
}

/// For `T *Raw = new T; std::shared_ptr<T> P(Raw);`, two lines in a row: the
/// removal of the first one.
static std::optional<FixItHint> withoutRaw(const VarDecl &Raw,
                                           const CXXConstructExpr &Construct,
                                           ASTContext &Context) {
  const DeclStmt *Statement = nullptr;
  for (const DynTypedNode &Parent : Context.getParents(Raw))
    Statement = Parent.get<DeclStmt>();
  if (!Statement || !Statement->isSingleDecl())
    return std::nullopt;
  for (const DynTypedNode &Parent : Context.getParents(*Statement)) {
    const auto *Block = Parent.get<CompoundStmt>();
    if (!Block)
      continue;
    const auto *At = llvm::find(Block->body(), Statement);
    const auto *Next = At == Block->body_end() || At + 1 == Block->body_end()
                           ? nullptr
                           : dyn_cast<DeclStmt>(At[1]);
    const auto *Shared = Next && Next->isSingleDecl()
                             ? dyn_cast<VarDecl>(Next->getSingleDecl())
                             : nullptr;
    if (!Shared || !Shared->getInit() ||
        Shared->getInit()->IgnoreUnlessSpelledInSource() != &Construct)
      return std::nullopt;
    const CharSourceRange Line = wholeStatement(*Statement, Context);
    if (Line.isValid())
      return FixItHint::CreateRemoval(Line);
  }
  return std::nullopt;
}

void SharedPtrNewCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *New = Result.Nodes.getNodeAs<CXXNewExpr>("new");
  const auto *Construct = Result.Nodes.getNodeAs<CXXConstructExpr>("construct");
  const auto *Call = Result.Nodes.getNodeAs<CXXMemberCallExpr>("call");
  const auto *Raw = Result.Nodes.getNodeAs<VarDecl>("raw");
  ASTContext &Context = *Result.Context;
  if (!isEditable(New->getBeginLoc(), *Result.SourceManager) ||
      !canMakeShared(*New, Context))
    return;
  Evidence Often = evidence(*New, Context);
  if (!matters(Often))
    return;
  const FunctionDecl *Inside = Often.Loops.Function;
  QualType Owner = Construct ? Construct->getType() : QualType();
  const std::string Text = makeShared(*New, Context);
  llvm::SmallVector<FixItHint, 2> Fixes;
  bool IsStock = false;
  if (Call) {
    const Expr *Object = Call->getImplicitObjectArgument();
    QualType Type = Object->IgnoreParenImpCasts()->getType();
    const bool IsPointer = Type->isPointerType();
    if (IsPointer)
      Type = Type->getPointeeType();
    const bool IsReset = methodName(*Call) == "reset";
    if (!IsReset)
      Type = typeArgument(Type, 0);
    if (Type.isNull() || ownershipOf(Type) != Ownership::Shared)
      return;
    Owner = Type;
    if (!Text.empty() && IsReset) {
      StringRef Name = textOf(Object->getSourceRange(), Context);
      if (!Name.empty() &&
          isEditable(Call->getSourceRange(), *Result.SourceManager))
        Fixes.push_back(FixItHint::CreateReplacement(
            Call->getSourceRange(),
            ((IsPointer ? "*" : "") + Name + " = " + Text).str()));
    } else if (!Text.empty()) {
      Fixes.push_back(
          FixItHint::CreateReplacement(New->getSourceRange(), Text));
    }
    IsStock = IsReset && !isInstantiated(Inside);
  } else {
    for (unsigned I = 1; I < Construct->getNumArgs(); ++I)
      if (!isa<CXXDefaultArgExpr>(Construct->getArg(I)))
        return; // a deleter
    if (Raw) {
      // Whatever else is done with the pointer may need it before P is made.
      if (references(Context).to(*Raw).size() != 1)
        return;
      auto Removal = withoutRaw(*Raw, *Construct, Context);
      if (Removal && !Text.empty())
        Fixes = {*Removal, FixItHint::CreateReplacement(
                               Construct->getArg(0)->getSourceRange(), Text)};
    } else {
      if (!Text.empty())
        Fixes.push_back(
            FixItHint::CreateReplacement(New->getSourceRange(), Text));
      IsStock = !Common.AlsoReportStock && !isInstantiated(Inside) &&
                isOfStock(*Construct, *New, Context);
    }
  }
  if (IsStock && !Common.AlsoReportStock)
    return;
  // Of others the header is not known.
  const std::string Namespace =
      outermostNamespace(*Owner.getNonReferenceType()->getAsCXXRecordDecl())
          .str();
  if (Namespace.empty())
    return; // Qt's has another maker
  if (Namespace != "std")
    Fixes.clear();

  const std::string Name = nameOf(New->getAllocatedType(), Context);
  Diagnosis F;
  F.At = New->getBeginLoc();
  F.Problem = "a '" + Namespace + "::shared_ptr' of a new '" + Name +
              "' allocates the object and its counters apart";
  F.Often = Often;
  F.Suggestion =
      "'" + Namespace + "::make_shared<" + Name + ">' allocates once";
  // Large enough to matter if only a std::weak_ptr is left.
  if (Context.getTypeSizeInChars(New->getAllocatedType()).getQuantity() >= 1024)
    F.Notes.push_back(
        {F.At,
         "check that no 'std::weak_ptr' lives long: it would keep "
         "the object's memory",
         std::move(Fixes)});
  else
    F.Fixes = std::move(Fixes);
  report(std::move(F), Inside, Context);
}

ANOMALLOC_CHECK_FACTORY(SharedPtrNewCheck)

} // namespace clang::tidy::anomalloc
