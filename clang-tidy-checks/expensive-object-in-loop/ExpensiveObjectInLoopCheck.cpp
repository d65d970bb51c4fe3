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

#include "expensive-object-in-loop/ExpensiveObject.h"
#include "expensive-object-in-loop/TextStream.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/StdTypes.h"
#include "utils/rewrite/KeptMemory.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/VectorUses.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds streams, locales, regexes and random engines that are built anew for
/// each iteration or call.
struct ExpensiveObjectInLoopCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  void built(const CXXConstructExpr &Object, const Stmt &Where,
             const VarDecl *V, ASTContext &Context);
  void composed(const CXXOperatorCallExpr &Call, ASTContext &Context);
  void stream(const VarDecl &V, const CXXConstructExpr &Object,
              const DeclStmt &Statement, ASTContext &Context);
  bool isOnlyLent(const Stmt &Where, const VarDecl *V, ASTContext &Context);
  bool isHoisted(const VarDecl &V, ASTContext &Context);
};

} // namespace

void ExpensiveObjectInLoopCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      declStmt(forEach(varDecl(hasLocalStorage()).bind("variable")))
          .bind("statement"),
      this);
  UserCode.addMatcher(materializeTemporaryExpr().bind("temporary"), this);
  UserCode.addMatcher(
      cxxOperatorCallExpr(unless(isAssignmentOperator())).bind("operator"),
      this);
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
  ASTContext &Context = *Result.Context;
  if (const auto *Call =
          Result.Nodes.getNodeAs<CXXOperatorCallExpr>("operator"))
    return composed(*Call, Context);
  if (const auto *V = Result.Nodes.getNodeAs<VarDecl>("variable")) {
    if (V->getType()->isReferenceType())
      return; // to a temporary, which is found as such
    const auto *Statement = Result.Nodes.getNodeAs<DeclStmt>("statement");
    if (const auto *Object = construction(V->getInit())) {
      built(*Object, *Statement, V, Context);
      stream(*V, *Object, *Statement, Context);
    }
    return;
  }
  const auto *Temporary =
      Result.Nodes.getNodeAs<MaterializeTemporaryExpr>("temporary");
  if (Temporary->getStorageDuration() == SD_FullExpression)
    if (const auto *Object = construction(Temporary->getSubExpr()))
      built(*Object, *Temporary, nullptr, Context);
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

/// Whether a text is the same in all iterations of the loops around it: what
/// does not change there, put together with + or not.
static bool isSameText(const Expr &E, const ReferenceIndex &Index) {
  const Expr *Plain = E.IgnoreUnlessSpelledInSource();
  if (isConstant(*Plain))
    return true;
  if (const auto *Sum = dyn_cast<CXXOperatorCallExpr>(Plain);
      Sum && Sum->getOperator() == OO_Plus && isStdString(Sum->getType()))
    return isSameText(*Sum->getArg(0), Index) &&
           isSameText(*Sum->getArg(1), Index);
  auto Loops = loopsAround(*Plain, Index);
  return !Loops.empty() && isSameValueIn(*Plain, *Loops.front(), Index);
}

/// Whether the node stands in the initialiser of a static variable, or of one
/// outside of functions.
static bool isBuiltOnce(const Stmt &S, ASTContext &Context) {
  DynTypedNode Node = DynTypedNode::create(S);
  while (true) {
    DynTypedNodeList Parents = Context.getParents(Node);
    if (Parents.empty())
      return false;
    Node = Parents[0];
    if (const auto *V = Node.get<VarDecl>())
      return V->hasGlobalStorage();
    if (Node.get<FunctionDecl>() || Node.get<LambdaExpr>())
      return false;
  }
}

/// Whether what is built once a call serves many iterations of a loop there.
bool ExpensiveObjectInLoopCheck::isHoisted(const VarDecl &V,
                                           ASTContext &Context) {
  return llvm::any_of(references(Context).to(V), [&](const Expr *Use) {
    return loopEvidence(*Use, Context).Depth > 0;
  });
}

/// Whether a container is only read, as a const one can be: through a reference
/// that a call takes, in `std::set<int>{1, 2}.count(I)`, or as a variable of
/// which an array will not do (anomalloc-constant-size-vector) and that has no
/// nodes (anomalloc-node-container).
bool ExpensiveObjectInLoopCheck::isOnlyLent(const Stmt &Where, const VarDecl *V,
                                            ASTContext &Context) {
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(&Where)) {
    DynTypedNodeList Parents = Context.getParents(*Temporary);
    while (!Parents.empty() && Parents[0].get<ImplicitCastExpr>())
      Parents = Context.getParents(Parents[0]);
    const auto *Member =
        Parents.empty() ? nullptr : Parents[0].get<MemberExpr>();
    return Temporary->isBoundToLvalueReference() ||
           (Member && stdMember(Member->getMemberDecl()->getName())
                          .is(StdMember::Asks | StdMember::Size));
  }
  const ReferenceIndex &Index = references(Context);
  return V && !isStdNodeContainer(V->getType()) && !Index.to(*V).empty() &&
         usesOf(*V, Context).only({UseKind::Read}) &&
         !everyUse(*V, Index,
                   [&](const VectorUse &U) { return suitsAnyArray(U, Index); });
}

void ExpensiveObjectInLoopCheck::built(const CXXConstructExpr &Object,
                                       const Stmt &Where, const VarDecl *V,
                                       ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  llvm::SmallVector<const Expr *, 4> Arguments;
  for (const Expr *A : Object.arguments())
    if (!A->isDefaultArgument())
      Arguments.push_back(A);
  const Building Kind = kindOfConstruction(Object, Arguments, Context);
  if (Kind == Building::Cheap || Object.isInstantiationDependent() ||
      !isEditable(Where.getSourceRange(), SM) ||
      (Kind == Building::Constants && !isOnlyLent(Where, V, Context)))
    return;
  Evidence Often = evidence(Where, Context);
  const Weight Heavy = weightOf(Often);
  if (!matters(Often) || !Often.Loops.Function || Heavy == Weight::Cold ||
      (Heavy == Weight::OncePerCall && V && isHoisted(*V, Context)) ||
      (!V && isBuiltOnce(Where, Context)))
    return;

  // The same each time: constants, or what does not change in the loop.
  const bool Constant =
      Kind == Building::Constants ||
      llvm::all_of(Arguments, [](const Expr *A) { return isConstant(*A); });
  const bool Random = Kind == Building::Engine || Kind == Building::Device;
  const ReferenceIndex &Index = references(Context);
  if (!Constant && !Random && Kind != Building::Facet &&
      !llvm::all_of(Arguments,
                    [&](const Expr *A) { return isSameText(*A, Index); }))
    return;
  // A facet with arguments that change is another one each time.
  if (Kind == Building::Facet && Often.Loops.Depth) {
    const auto *New = cast<CXXNewExpr>(Arguments[1]->IgnoreParenImpCasts());
    auto Loops = loopsAround(Where, Index);
    if (const Expr *Init = New->getInitializer();
        Init && !isConstant(*Init) &&
        (Loops.empty() || !isSameValueIn(*Init, *Loops.front(), Index)))
      return;
  }

  const std::string Type = nameOf(Object.getType(), Context);
  Diagnosis Said;
  Said.At = V ? V->getLocation() : Where.getBeginLoc();
  Said.Problem = problemOf(Kind, Type);
  Said.Often = Often;
  if (Kind == Building::Regex)
    Said.AtLeast = Weight::Loop; // a block for each state
  Said.Suggestion = suggestionFor(Kind, Constant);
  if (Kind == Building::OwnPattern)
    Said.Doubt = "whether '" + Type + "' compiles its pattern";
  else if (V && Constant && Kind == Building::Regex &&
           isStd(Object.getType(), {"basic_regex"}) &&
           cast<DeclStmt>(Where).isSingleDecl() &&
           !mustBeConstant(*Often.Loops.Function) && isOnlyRead(*V, Index))
    Said.Fixes.push_back(FixItHint::CreateInsertion(
        Where.getBeginLoc(),
        V->getType().isConstQualified() ? "static " : "static const "));
  report(std::move(Said), Often.Loops.Function, Context);
}

/// Whether an operand of a pattern is the same each time: `digit()`, a global,
/// a choice between them.
static bool isFixedPart(const Expr &E) {
  const Expr *Plain = E.IgnoreUnlessSpelledInSource()->IgnoreParenImpCasts();
  if (isConstant(*Plain))
    return true;
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Plain))
    return isFixedPart(*Choice->getTrueExpr()) &&
           isFixedPart(*Choice->getFalseExpr());
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Plain))
    return llvm::all_of(Operator->arguments(),
                        [](const Expr *A) { return isFixedPart(*A); });
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Plain)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && V->hasGlobalStorage();
  }
  if (const auto *Call = dyn_cast<CallExpr>(Plain))
    return !isa<CXXMemberCallExpr>(Call) && Call->getDirectCallee() &&
           Call->getNumArgs() == 0;
  return false;
}

void ExpensiveObjectInLoopCheck::composed(const CXXOperatorCallExpr &Call,
                                          ASTContext &Context) {
  // `blank() || (comment() + end())`: only the outermost operator.
  if (Call.isInstantiationDependent() || !Call.isPRValue() ||
      patternClass(Call.getType()) != Building::OwnPattern ||
      !isEditable(Call.getSourceRange(), Context.getSourceManager()) ||
      !isFixedPart(Call))
    return;
  DynTypedNode Node = DynTypedNode::create(Call);
  do {
    DynTypedNodeList Parents = Context.getParents(Node);
    if (Parents.empty())
      return;
    Node = Parents[0];
  } while (Node.get<Expr>() && !Node.get<CallExpr>() &&
           !Node.get<LambdaExpr>());
  if (const auto *Outer = Node.get<CXXOperatorCallExpr>();
      Outer && !Outer->isAssignmentOp())
    return;
  Evidence Often = evidence(Call, Context);
  if (!matters(Often) || weightOf(Often) == Weight::Cold ||
      isBuiltOnce(Call, Context))
    return;
  const std::string Type = nameOf(Call.getType(), Context);
  if (!heapOwnership(Call.getType(), Context))
    return;
  Diagnosis Said;
  Said.At = Call.getBeginLoc();
  Said.Problem =
      "a '" + Type + "', which owns heap memory, is put together each time";
  Said.Often = Often;
  Said.Suggestion = "keep it in a 'static const' variable";
  Said.Doubt = "whether its parts are the same each time";
  const FunctionDecl *Inside = Often.Loops.Function;
  report(std::move(Said), Inside, Context);
}

void ExpensiveObjectInLoopCheck::stream(const VarDecl &V,
                                        const CXXConstructExpr &Object,
                                        const DeclStmt &Statement,
                                        ASTContext &Context) {
  if (!isEditable(Statement.getSourceRange(), Context.getSourceManager()) ||
      !isStd(V.getType(), {"basic_stringstream", "basic_istringstream",
                           "basic_ostringstream"}))
    return;
  Evidence Often = evidence(Statement, Context);
  // In a loop it can be kept, as loop-local-container says.
  if (!matters(Often) || Often.Loops.Depth || !Often.Loops.Function ||
      weightOf(Often) == Weight::Cold || isInstantiated(Often.Loops.Function))
    return;
  const ReferenceIndex &Index = references(Context);
  const TextStream Serves = whatServes(V, Object, Index);
  // One number, or one text, is what no loop repeats; but a loop splits.
  if (Serves == TextStream::More ||
      (Serves != TextStream::Splits && isHoisted(V, Context)))
    return;
  Diagnosis Said;
  Said.At = V.getLocation();
  Said.Problem = "'" + V.getNameAsString() +
                 "', a stream with a buffer and a locale of its own, is made " +
                 purposeOf(Serves);
  Said.Often = Often;
  Said.Suggestion = insteadOf(Serves, Context.getLangOpts());
  if (Serves == TextStream::Reads) // they throw, and ask C's locale
    Said.Doubt = "whether they take and refuse the same texts";
  if (auto Fix = keepForCalls(Statement, Index))
    Said.Notes.push_back(
        {Said.At,
         std::string("or keep the stream for the next call: ") +
             CheckOfKeptMemory + ", with the stream's formatting flags",
         {*Fix}});
  report(std::move(Said), Often.Loops.Function, Context);
}

ANOMALLOC_CHECK_FACTORY(ExpensiveObjectInLoopCheck)

} // namespace clang::tidy::anomalloc
