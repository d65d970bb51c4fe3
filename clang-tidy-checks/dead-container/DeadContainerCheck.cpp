//===- DeadContainerCheck.cpp - filled and never read ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<int> Ids;          ->  (nothing)
//   for (const Node &N : Nodes)
//     Ids.push_back(N.Id);         // and Ids is not named any more
//
// The compiler warns of unused variables only where constructor and destructor
// do nothing, and so exempts every container.
//
//===----------------------------------------------------------------------===//

#include "utils/ast/Climb.h"
#include "utils/ast/MembersInView.h"
#include "utils/ast/NamedInText.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/DerivedContainer.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TextSource.h"
#include "utils/uses/VectorUses.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// The uses of a variable, parameter or member that nobody reads.
struct Dead {
  const Stmt *Fill = nullptr; ///< The first use that fills it, or null.
  unsigned Uses = 0;
  bool Allocates = false; ///< A use adds elements, a new value or room.
};

/// Finds local containers and strings that are filled, but never read.
struct DeadContainerCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  /// Whether \p D is a container that could be left out: nobody can see that
  /// it is made and destroyed.
  bool mayBeLeftOut(const DeclaratorDecl &D, ASTContext &Context);
  void variable(const VarDecl &V, const DeclStmt &Declared,
                ASTContext &Context);
  /// Checks a parameter that is passed by value: no caller sees its elements.
  void parameter(const ParmVarDecl &P, const FunctionDecl &F,
                 ASTContext &Context);
  void member(const FieldDecl &Field, ASTContext &Context);
  void say(const ValueDecl &D, const Dead &Found, Diagnosis F,
           const DeclContext *Inside, ASTContext &Context);
};

} // namespace

void DeadContainerCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      declStmt(forEach(varDecl(hasLocalStorage(), unless(isImplicit()))
                           .bind("variable")))
          .bind("statement"),
      this);
  UserCode.addMatcher(fieldDecl().bind("member"), this);
  UserCode.addMatcher(
      functionDecl(isDefinition(),
                   hasAnyParameter(hasType(hasCanonicalType(recordType()))))
          .bind("function"),
      this);
}

/// An allocator, a comparison, a hash: no part of the data.
static bool isPolicy(QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  return Record && !stdName(Type).empty() && Record->hasDefinition() &&
         Record->isEmpty();
}

/// Whether making and destroying such an object does nothing that anybody could
/// see: no locks, threads, files, or owners of what may be one.
static bool isPlainData(QualType Type, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 5;
  if (Depth > MaxDepth || Type.isNull() || Type->isDependentType())
    return false;
  const CXXRecordDecl *Record =
      Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!Record)
    return !Type->isReferenceType();
  if (isStdContainer(Type) || isStd(Type, {"pair", "tuple", "array", "optional",
                                           "vector", "complex"})) {
    const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Record);
    for (const TemplateArgument &A : S->getTemplateArgs().asArray())
      if (A.getKind() == TemplateArgument::Type && !isPolicy(A.getAsType()) &&
          !isPlainData(A.getAsType(), Depth + 1))
        return false;
    return true;
  }
  if (!(Record = Record->getDefinition()) || !stdName(Type).empty())
    return false;
  if (Record->hasUserDeclaredDestructor() &&
      (!Record->getDestructor() || !Record->getDestructor()->isDefaulted()))
    return false;
  return llvm::all_of(Record->bases(),
                      [&](const CXXBaseSpecifier &B) {
                        return isPlainData(B.getType(), Depth + 1);
                      }) &&
         llvm::all_of(Record->fields(), [&](const FieldDecl *F) {
           return isPlainData(F->getType(), Depth + 1);
         });
}

/// Whether a value that the call gives is used: `if (Seen.insert(X).second)`.
/// What is done with a reference that it gives is among the uses already.
static bool resultIsUsed(const Stmt &By, const ReferenceIndex &Index) {
  const auto *Call = dyn_cast<Expr>(&By);
  if (!Call || Call->getType()->isVoidType())
    return false;
  if (isa<CallExpr>(Call) && Call->isGLValue()) {
    // ++Times[Key]: the value of a built-in operator is no use of the element.
    const auto *Operator = Index.parentOf(By).get<Expr>();
    const auto *Unary = dyn_cast_or_null<UnaryOperator>(Operator);
    const auto *Binary = dyn_cast_or_null<BinaryOperator>(Operator);
    return ((Unary && Unary->isIncrementDecrementOp()) ||
            (Binary && Binary->isAssignmentOp())) &&
           resultIsUsed(*Operator, Index);
  }
  const Expr &Value = ascend<FullExpr, CXXBindTemporaryExpr, ParenExpr,
                             MaterializeTemporaryExpr>(*Call, Index);
  const auto *S = Index.parentOf(Value).get<Stmt>();
  return !S || isa<Expr, ReturnStmt>(S);
}

static bool captures(const Stmt *By, const VarDecl &V) {
  const auto *Lambda = dyn_cast_or_null<LambdaExpr>(By);
  return Lambda &&
         llvm::any_of(Lambda->captures(), [&](const LambdaCapture &C) {
           return C.capturesVariable() && C.getCapturedVar() == &V;
         });
}

/// Whether a function other than its own members fills it, which may be called
/// for something else: an out-parameter, `swap`, `Stream >> Skipped`.
static bool isOtherwiseNeeded(const Stmt &By) {
  const auto *Call = dyn_cast<CallExpr>(&By);
  if (!Call)
    return false;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
  return !Method || outermostNamespace(*Method) != "std" ||
         methodName(*Call) == "swap";
}

/// Nothing if a use may need it, or a function that it is handed to.
static std::optional<Dead> deadness(const ValueDecl &D, const UseSummary &Uses,
                                    const ReferenceIndex &Index) {
  Dead Found;
  for (const Use &U : Uses.Uses) {
    if (isMemberwise(*U.Reference, Index))
      continue;
    ++Found.Uses;
    if (const auto *V = dyn_cast<VarDecl>(&D);
        V && U.Kind == UseKind::Read && captures(U.By, *V))
      continue; // what the body does with it are uses of their own
    if (!U.All.within({UseKind::Write, UseKind::Assign, UseKind::Shrink,
                       UseKind::Grow, UseKind::Reserve}))
      return std::nullopt;
    if (U.By && (isa<CXXForRangeStmt>(U.By) || isOtherwiseNeeded(*U.By) ||
                 resultIsUsed(*U.By, Index)))
      return std::nullopt;
    Found.Allocates |= U.All.has(UseKind::Grow) || U.All.has(UseKind::Assign) ||
                       U.All.has(UseKind::Reserve);
    if (!Found.Fill && (U.All.has(UseKind::Grow) || U.All.has(UseKind::Assign)))
      Found.Fill = U.By;
  }
  return Found;
}

bool DeadContainerCheck::mayBeLeftOut(const DeclaratorDecl &D,
                                      ASTContext &Context) {
  QualType Type = D.getType();
  return !Type->isReferenceType() && !D.hasAttrs() && D.getIdentifier() &&
         isEditable(D.getSourceRange(), Context.getSourceManager()) &&
         (isStdContainer(withoutOwnName(Type)) ||
          containerClass(Type, Context)) &&
         isPlainData(Type) && !hasPolymorphicAllocator(Type);
}

void DeadContainerCheck::check(const MatchFinder::MatchResult &Result) {
  if (const auto *Member = Result.Nodes.getNodeAs<FieldDecl>("member"))
    member(*Member, *Result.Context);
  else if (const auto *F = Result.Nodes.getNodeAs<FunctionDecl>("function"))
    for (const ParmVarDecl *P : F->parameters())
      parameter(*P, *F, *Result.Context);
  else
    variable(*Result.Nodes.getNodeAs<VarDecl>("variable"),
             *Result.Nodes.getNodeAs<DeclStmt>("statement"), *Result.Context);
}

/// Whether an initializer gives the container elements, other than a text that
/// a string holds in place.
static bool isSized(const Expr *Init, const ASTContext &Context) {
  if (Init && !Init->isValueDependent() &&
      textSourceOf(*Init, Context).Is == TextSource::Literal)
    return textSourceOf(*Init, Context).mayAllocate();
  const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(
      Init ? Init->IgnoreImplicit() : nullptr);
  return Init && !(Construct && (Construct->getNumArgs() == 0 ||
                                 Construct->getArg(0)->isDefaultArgument()));
}

/// The function that makes the initial value and may change something besides:
/// it has to be called all the same. Null if there is none.
static const FunctionDecl *otherwiseNeeded(const Expr *Init) {
  const auto *Call = dyn_cast_or_null<CallExpr>(
      Init ? Init->IgnoreUnlessSpelledInSource() : nullptr);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || isa<CXXOperatorCallExpr>(Call) || isOfStd(*Callee))
    return nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  const bool ChangesItsObject =
      Method && Method->isInstance() && !Method->isConst();
  const bool ChangesArguments =
      llvm::any_of(Callee->parameters(), [](const ParmVarDecl *P) {
        const QualType To = P->getType()->getPointeeType();
        return !To.isNull() && !To.isConstQualified();
      });
  return ChangesItsObject || ChangesArguments ? Callee : nullptr;
}

void DeadContainerCheck::variable(const VarDecl &V, const DeclStmt &Declared,
                                  ASTContext &Context) {
  const FunctionDecl *Function = functionAround(V);
  if (!Function || V.isInitCapture() || V.isCXXForRangeDecl() ||
      V.isExceptionVariable() || !mayBeLeftOut(V, Context))
    return;
  const ReferenceIndex &Index = references(Context);
  auto Found = deadness(V, usesOf(V, Context), Index);
  if (!Found || timesNamed(V.getName(), Function->getSourceRange(), Context) >
                    Found->Uses + 1)
    return;
  Diagnosis F;
  F.At = V.getLocation();
  F.Often = evidenceOfObject(V, Declared, Context);
  if (Found->Fill)
    F.Often.Loops = loopEvidence(*Found->Fill, Context);
  if (Found->Allocates || isSized(V.getInit(), Context))
    F.AtLeast = Weight::Loop; // nobody wants it, however seldom it is made
  else
    F.AtMost = Weight::HardlyAny; // one that stays empty allocates nothing
  if (const FunctionDecl *Maker = otherwiseNeeded(V.getInit()))
    F.Doubt = "what else '" + Maker->getNameAsString() + "' does";
  say(V, *Found, std::move(F), Function, Context);
}

void DeadContainerCheck::parameter(const ParmVarDecl &P, const FunctionDecl &F,
                                   ASTContext &Context) {
  if (F.isDependentContext() || F.isImplicit() || !mayBeLeftOut(P, Context))
    return;
  const auto Found = deadness(P, usesOf(P, Context), references(Context));
  // Who ignores an argument has to take it all the same.
  if (!Found || !Found->Fill ||
      timesNamed(P.getName(), F.getSourceRange(), Context) > Found->Uses + 1)
    return;
  Diagnosis D;
  D.At = P.getLocation();
  D.Often = evidenceOfCalls(F, Context);
  D.AtLeast = Weight::Loop;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (Method && Method->isVirtual())
    D.Doubt = "whether another override reads it";
  D.Suggestion = "take it by reference, so that the caller gets it, or leave "
                 "it out";
  say(P, *Found, std::move(D), &F, Context);
}

void DeadContainerCheck::member(const FieldDecl &Field, ASTContext &Context) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (!Class || Class->isDependentContext() || Class->isLambda() ||
      Class->isUnion() || !mayBeLeftOut(Field, Context))
    return;
  const ReferenceIndex &Index = references(Context);
  if (Class->isAggregate() || !allUsesInView(Field, Index))
    return;
  auto Found = deadness(Field, usesOf(Field, Context), Index);
  if (!Found)
    return;
  // Code that was not compiled this time may name it.
  unsigned Written = 1;
  for (const CXXCtorInitializer *I : Index.initializers(Field))
    Written += I->isWritten();
  const SourceManager &SM = Context.getSourceManager();
  const FileID File = SM.getFileID(Field.getLocation());
  const SourceRange Whole(SM.getLocForStartOfFile(File),
                          SM.getLocForEndOfFile(File));
  if (timesNamed(Field.getName(), Whole, Context) > Found->Uses + Written)
    return;
  Diagnosis F;
  F.At = Field.getLocation();
  F.Often = evidenceOfMember(Field, *Class, Context);
  // Nobody wants what it holds; but one that stays empty allocates nothing.
  const bool Allocates =
      Found->Allocates || isSized(Field.getInClassInitializer(), Context) ||
      llvm::any_of(Index.initializers(Field), [&](const CXXCtorInitializer *I) {
        return isSized(I->getInit(), Context);
      });
  if (Allocates)
    F.AtLeast = Weight::Loop;
  else
    F.AtMost = Weight::HardlyAny;
  say(Field, *Found, std::move(F), Class, Context);
}

void DeadContainerCheck::say(const ValueDecl &D, const Dead &Found, Diagnosis F,
                             const DeclContext *Inside, ASTContext &Context) {
  F.Problem = "'" + D.getName().str() + "', a '" +
              nameOf(D.getType(), Context) + "', is " +
              (Found.Fill   ? "filled and never read"
               : Found.Uses ? "never read"
                            : "never used");
  if (F.Suggestion.empty())
    F.Suggestion = "leave it out";
  if (Found.Fill)
    F.Notes = {{Found.Fill->getBeginLoc(), "filled here", {}}};
  report(std::move(F), Inside, Context);
}

ANOMALLOC_CHECK_FACTORY(DeadContainerCheck)

} // namespace clang::tidy::anomalloc
