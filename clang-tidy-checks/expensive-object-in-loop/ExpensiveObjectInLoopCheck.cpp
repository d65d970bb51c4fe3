//===- ExpensiveObjectInLoopCheck.cpp - expensive object in loop ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (auto &Line : Lines) {
//     std::regex Word("[a-z]+");   ->  static const std::regex Word("[a-z]+");
//     ...
//     Out.imbue(std::locale(Out.getloc(), new Facet));
//
//===----------------------------------------------------------------------===//

#include "expensive-object-in-loop/ExpensiveObjectInLoopCheck.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/StdTypes.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void ExpensiveObjectInLoopCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      declStmt(hasSingleDecl(varDecl(hasLocalStorage()).bind("variable")))
          .bind("statement"),
      this);
  UserCode.addMatcher(materializeTemporaryExpr().bind("temporary"), this);
}

/// `T(...)`, `T{...}` or the initialiser of `T x(...)`.
static const CXXConstructExpr *construction(const Expr *E) {
  if (!E)
    return nullptr;
  E = E->IgnoreImplicit();
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
    E = Cast->getSubExpr()->IgnoreImplicit();
  const auto *Construct = dyn_cast<CXXConstructExpr>(E);
  return Construct && !Construct->getConstructor()->isCopyOrMoveConstructor()
             ? Construct
             : nullptr;
}

void ExpensiveObjectInLoopCheck::check(const MatchFinder::MatchResult &Result) {
  if (const auto *V = Result.Nodes.getNodeAs<VarDecl>("variable")) {
    if (V->getType()->isReferenceType())
      return; // to a temporary, which is found as such
    const auto *Statement = Result.Nodes.getNodeAs<DeclStmt>("statement");
    if (const auto *Object = construction(V->getInit()))
      built(*Object, *Statement, V, *Result.Context);
    return;
  }
  const auto *Temporary =
      Result.Nodes.getNodeAs<MaterializeTemporaryExpr>("temporary");
  if (Temporary->getStorageDuration() == SD_FullExpression)
    if (const auto *Object = construction(Temporary->getSubExpr()))
      built(*Object, *Temporary, nullptr, *Result.Context);
}

namespace {
enum class Building { Cheap, Regex, Named, Facet, Engine, Device, Table, File };
} // namespace

static bool anyPart(const Stmt &S, bool (*Is)(const Expr &)) {
  const auto *E = dyn_cast<Expr>(&S);
  return (E && Is(*E)) || llvm::any_of(S.children(), [&](const Stmt *Child) {
           return Child && anyPart(*Child, Is);
         });
}

static bool isRandomDevice(const Expr &E) {
  return isStd(E.getType(), {"random_device"});
}

/// std::ios::app
static bool isAppend(const Expr &E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(&E);
  return Ref && Ref->getDecl()->getDeclName().isIdentifier() &&
         Ref->getDecl()->getName() == "app";
}

static Building kindOf(const CXXConstructExpr &Object,
                       llvm::ArrayRef<const Expr *> Arguments) {
  QualType Type = Object.getType();
  if (isRandomDevice(Object))
    return Building::Device;
  if (Arguments.empty())
    return Building::Cheap;
  if (isStd(Type, {"basic_regex"}))
    return Building::Regex;
  if (isStd(Type, {"locale"})) {
    if (Arguments.size() == 2 &&
        isa<CXXNewExpr>(Arguments[1]->IgnoreParenImpCasts()))
      return Building::Facet;
    return stdName(Arguments.back()->getType()) == "locale" ||
                   Arguments.size() == 2
               ? Building::Cheap
               : Building::Named;
  }
  if (isStd(Type, {"mersenne_twister_engine", "subtract_with_carry_engine"}))
    return anyPart(*Arguments[0], isRandomDevice) ? Building::Engine
                                                  : Building::Cheap;
  if (isStd(Type, {"discrete_distribution", "piecewise_constant_distribution",
                   "piecewise_linear_distribution"}))
    return Building::Table;
  if (isStd(Type, {"basic_ofstream"}) && Arguments.size() == 2 &&
      anyPart(*Arguments[1], isAppend))
    return Building::File;
  return Building::Cheap;
}

/// Whether it is made of literals and constants alone.
static bool isConstant(const Stmt &S) {
  if (isa<CXXThisExpr, LambdaExpr, CXXNewExpr>(S))
    return false;
  const ValueDecl *Named = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
    Named = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(&S))
    Named = Member->getMemberDecl();
  if (const auto *V = dyn_cast_or_null<VarDecl>(Named)) {
    if (!V->isConstexpr() &&
        !(V->hasGlobalStorage() && V->getType().isConstQualified()))
      return false;
  } else if (const auto *F = dyn_cast_or_null<FunctionDecl>(Named)) {
    if (!F->isConstexpr())
      return false;
  } else if (Named && !isa<EnumConstantDecl>(Named)) {
    return false;
  }
  return llvm::all_of(S.children(), [](const Stmt *Child) {
    return !Child || isConstant(*Child);
  });
}

static std::string problem(Building Kind, const std::string &Type) {
  switch (Kind) {
  case Building::Regex:
    return "'" + Type +
           "' is compiled from the same pattern each time, with "
           "many allocations";
  case Building::Named:
    return "the same locale is looked up by its name each time";
  case Building::Facet:
    return "a facet, and a locale around it, are allocated each time";
  case Building::Engine:
    return "'" + Type + "' is filled from 'std::random_device' each time";
  case Building::Device:
    return "'std::random_device' is opened each time";
  case Building::Table:
    return "'" + Type + "' computes and allocates the same tables each time";
  case Building::File:
    return "the same file is opened each time, with a buffer and a locale of "
           "its own";
  case Building::Cheap:
    break;
  }
  llvm_unreachable("nothing to say of what is cheap");
}

static std::string suggestion(Building Kind, bool Constant) {
  switch (Kind) {
  case Building::Facet:
    return "keep one facet that owns itself (built with a count of 1), and "
           "give the locale its address";
  case Building::Engine:
  case Building::Device:
    return "build it once: before the loop, or 'thread_local'";
  case Building::Regex:
  case Building::Named:
    if (Constant)
      return "make it a 'static const' variable";
    [[fallthrough]];
  default:
    return "build it once, before the loop";
  }
}

/// Whether it is constexpr by its word; a lambda may be without.
static bool mustBeConstant(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  return F.isConstexpr() && !(Method && Method->getParent()->isLambda());
}

/// Whether nothing but constant references are made to it. They may outlive the
/// block: a static variable outlives them.
static bool isOnlyRead(const VarDecl &V, const ReferenceIndex &Index) {
  return V.getType().isConstQualified() ||
         llvm::all_of(Index.to(V), [&](const Expr *Reference) {
           const auto *Cast =
               Index.parentOf(*Reference).get<ImplicitCastExpr>();
           return Cast && Cast->getCastKind() == CK_NoOp &&
                  Cast->getType().isConstQualified();
         });
}

void ExpensiveObjectInLoopCheck::built(const CXXConstructExpr &Object,
                                       const Stmt &Where, const VarDecl *V,
                                       ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  llvm::SmallVector<const Expr *, 4> Arguments;
  for (const Expr *A : Object.arguments())
    if (!A->isDefaultArgument())
      Arguments.push_back(A);
  const Building Kind = kindOf(Object, Arguments);
  if (Kind == Building::Cheap || Object.isInstantiationDependent() ||
      !isEditable(Where.getSourceRange(), SM))
    return;
  Evidence Often = evidence(Where, Context);
  if (!matters(Often) || !Often.Loops.Function)
    return;

  // The same each time: constants, or what does not change in the loop.
  const bool Constant =
      llvm::all_of(Arguments, [](const Expr *A) { return isConstant(*A); });
  const bool Random = Kind == Building::Engine || Kind == Building::Device;
  const ReferenceIndex &Index = references(Context);
  if (!Constant && !Random && Kind != Building::Facet) {
    for (const Expr *A : Arguments) {
      if (isConstant(*A))
        continue;
      auto Loops = loopsAround(*A, Index);
      if (Loops.empty() || !isSameValueIn(*A, *Loops.front(), Index))
        return;
    }
  }
  // A facet with arguments that change is another one each time.
  if (Kind == Building::Facet && Often.Loops.Depth) {
    const auto *New = cast<CXXNewExpr>(Arguments[1]->IgnoreParenImpCasts());
    auto Loops = loopsAround(Where, Index);
    if (const Expr *Init = New->getInitializer();
        Init && !isConstant(*Init) &&
        (Loops.empty() || !isSameValueIn(*Init, *Loops.front(), Index)))
      return;
  }

  Diagnosis Said;
  Said.At = V ? V->getLocation() : Where.getBeginLoc();
  Said.Problem = problem(Kind, nameOf(Object.getType(), Context));
  Said.Often = Often;
  Said.Suggestion = suggestion(Kind, Constant);
  if (V && Constant && Kind == Building::Regex &&
      !mustBeConstant(*Often.Loops.Function) && isOnlyRead(*V, Index))
    Said.Fixes.push_back(FixItHint::CreateInsertion(
        Where.getBeginLoc(),
        V->getType().isConstQualified() ? "static " : "static const "));
  report(std::move(Said), Often.Loops.Function, Context);
}

} // namespace clang::tidy::anomalloc
