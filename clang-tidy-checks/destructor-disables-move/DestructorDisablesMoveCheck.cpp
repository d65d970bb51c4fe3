//===- DestructorDisablesMoveCheck.cpp - moves that copy ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   class Name {
//     ~Name() = default;            ->  (nothing: the rule of zero)
//     std::string Text;
//   };
//   std::vector<Name> Names;  // copies each Text when it grows
//
// A class with a declared destructor, copy constructor or copy assignment has
// no implicit moves: [class.copy.ctor]/8, [class.copy.assign]/4. What asks for
// a move gets a copy then, and nothing says so.
//
//===----------------------------------------------------------------------===//

#include "utils/ast/Climb.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/Compat.h"
#include "utils/objects/CopyTrace.h"
#include "utils/objects/PlainCopy.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds classes whose objects are copied where they could be moved, because a
/// destructor or a copy operation is declared.
struct DestructorDisablesMoveCheck : Cxx11Check {
  using Cxx11Check::Cxx11Check;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

  /// Where objects of a class are copied instead of moved.
  struct Copied {
    SourceLocation At;
    std::string What; ///< For the message.
    Evidence Often;
    bool IsVector = false;
  };
  void note(QualType Type, Copied Where);
  void noteMove(const CallExpr &Move, ASTContext &Context);
  void noteVectors(QualType Type, const NamedDecl &D, unsigned Depth = 0);
  void judge(const CXXRecordDecl &Record, const Copied &Where,
             ASTContext &Context);
  /// Judges a class that defines its own copy operations and has no moves.
  void judgeCopies(const CXXRecordDecl &Record, const Copied &Where,
                   ASTContext &Context);

  llvm::MapVector<const CXXRecordDecl *, Copied> Places;
  /// For each class, the first `std::move` of an object that is used, or may be
  /// used, after it.
  llvm::DenseMap<const CXXRecordDecl *, SourceLocation> UsedBehindMove;
  /// Classes that declare a destructor.
  llvm::SmallVector<const CXXRecordDecl *, 8> Declaring;
};

} // namespace

void DestructorDisablesMoveCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(varDecl().bind("variable"), this);
  UserCode.addMatcher(
      cxxDestructorDecl(unless(isImplicit())).bind("destructor"), this);
  UserCode.addMatcher(fieldDecl().bind("field"), this);
  UserCode.addMatcher(cxxConstructExpr(argumentCountIs(1)).bind("construct"),
                      this);
  UserCode.addMatcher(
      cxxOperatorCallExpr(hasOverloadedOperatorName("=")).bind("assign"), this);
  UserCode.addMatcher(
      callExpr(callee(functionDecl(hasName("::std::move"))),
               hasArgument(0, declRefExpr(to(varDecl(hasLocalStorage())))))
          .bind("move"),
      this);
}

/// Today `std::move` copies; what is used behind it would be empty.
void DestructorDisablesMoveCheck::noteMove(const CallExpr &Move,
                                           ASTContext &Context) {
  const auto &From = *cast<DeclRefExpr>(Move.getArg(0)->IgnoreParenImpCasts());
  const auto &V = *cast<VarDecl>(From.getDecl());
  const CXXRecordDecl *Record =
      V.getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!Record || !(Record = Record->getDefinition()) ||
      Record->isInStdNamespace() || Record->hasMoveConstructor())
    return;
  const FunctionFlow *Flow = flowOf(functionAround(V), Context);
  if (!Flow || !Flow->isLastUse(From, V))
    UsedBehindMove.insert({Record, Move.getBeginLoc()});
}

void DestructorDisablesMoveCheck::note(QualType Type, Copied Where) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !(Record = Record->getDefinition()) ||
      Record->isDependentContext())
    return;
  auto [Known, New] = Places.insert({Record, Where});
  // The heaviest place; a vector that grows is one.
  if (!New && !Known->second.IsVector &&
      (Where.IsVector || weightOf(Where.Often) < weightOf(Known->second.Often)))
    Known->second = std::move(Where);
}

/// vector<Class>, at any depth of template arguments.
void DestructorDisablesMoveCheck::noteVectors(QualType Type, const NamedDecl &D,
                                              unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  Type = Type.getNonReferenceType();
  const auto *Record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type->getAsCXXRecordDecl());
  if (!Record || Depth > MaxDepth || stdName(Type).empty())
    return;
  for (const TemplateArgument &A : Record->getTemplateArgs().asArray()) {
    if (A.getKind() != TemplateArgument::Type)
      continue;
    if (stdName(Type) == "vector")
      note(A.getAsType(), {D.getLocation(), "a vector of it grows", {}, true});
    noteVectors(A.getAsType(), D, Depth + 1);
    if (stdName(Type) == "vector")
      break; // not the allocator
  }
}

void DestructorDisablesMoveCheck::check(
    const MatchFinder::MatchResult &Result) {
  if (const auto *Move = Result.Nodes.getNodeAs<CallExpr>("move"))
    return noteMove(*Move, *Result.Context);
  ASTContext &Context = *Result.Context;
  if (const auto *D = Result.Nodes.getNodeAs<CXXDestructorDecl>("destructor")) {
    const CXXRecordDecl *Record = D->getParent();
    if (D->isCanonicalDecl() && !Record->isDependentContext() &&
        !isInstantiated(Record) && Record->isCompleteDefinition())
      Declaring.push_back(Record);
    return;
  }
  if (const auto *V = Result.Nodes.getNodeAs<VarDecl>("variable"))
    return noteVectors(V->getType(), *V);
  if (const auto *F = Result.Nodes.getNodeAs<FieldDecl>("field"))
    return noteVectors(F->getType(), *F);

  // A copy operation that is given what a move would take.
  const auto *Construct = Result.Nodes.getNodeAs<CXXConstructExpr>("construct");
  const auto *Assign = Result.Nodes.getNodeAs<CXXOperatorCallExpr>("assign");
  const Expr *From = nullptr;
  if (Construct && !Construct->isElidable() &&
      Construct->getConstructor()->isCopyConstructor())
    From = Construct->getArg(0);
  else if (Assign && Assign->getNumArgs() == 2) {
    const auto *Method =
        dyn_cast_or_null<CXXMethodDecl>(Assign->getDirectCallee());
    if (Method && Method->isCopyAssignmentOperator())
      From = Assign->getArg(1);
  }
  if (!From)
    return;
  // `const T &` bound to it hides an xvalue behind a cast that adds const.
  const Expr *Plain = From->IgnoreParenImpCasts();
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Plain))
    Plain = Temporary->getSubExpr()->IgnoreParenImpCasts();
  if (Plain->isLValue() || Plain->getType().isConstQualified())
    return;
  const Expr &At = Construct ? static_cast<const Expr &>(*Construct) : *Assign;
  note(Plain->getType(),
       {At.getBeginLoc(), "it is copied where it could be moved",
        evidence(At, Context), false});
}

/// Whether moving an object would leave allocations out: it owns heap memory
/// through a member or base that can be moved.
static bool gainsByMoving(const CXXRecordDecl &Record) {
  auto CanMove = [](QualType Type) {
    const CXXRecordDecl *R =
        Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    // What is not defined is an error of the program.
    return !R || (R->hasDefinition() &&
                  (R->hasMoveConstructor() || !R->hasUserDeclaredDestructor()));
  };
  return llvm::all_of(Record.fields(),
                      [&](const FieldDecl *F) {
                        return CanMove(F->getType()) &&
                               !F->getType().isConstQualified();
                      }) &&
         llvm::all_of(Record.bases(), [&](const CXXBaseSpecifier &B) {
           return CanMove(B.getType());
         });
}

/// Whether the destructor is seen to do nothing of its own.
static bool doesNothing(const CXXDestructorDecl &Destructor) {
  const FunctionDecl *Body = nullptr;
  if (Destructor.isDefaulted() || Destructor.isExplicitlyDefaulted())
    return true;
  if (!Destructor.isDefined(Body))
    return false;
  if (Body->isDefaulted())
    return true;
  const auto *Block = dyn_cast_or_null<CompoundStmt>(Body->getBody());
  return Block && Block->body_empty();
}

/// What takes the moves away: the destructor, or a defaulted copy operation.
/// Null if a person has to look into it.
static const CXXMethodDecl *suppressor(const CXXRecordDecl &Record) {
  const CXXDestructorDecl *Destructor = Record.getDestructor();
  const bool HasDestructor = Record.hasUserDeclaredDestructor() && Destructor;
  if (HasDestructor && !doesNothing(*Destructor))
    return nullptr;
  const CXXMethodDecl *Copy = nullptr;
  for (const CXXMethodDecl *Method : Record.methods()) {
    const auto *Constructor = dyn_cast<CXXConstructorDecl>(Method);
    if (!(Constructor && Constructor->isCopyConstructor()) &&
        !Method->isCopyAssignmentOperator())
      continue;
    if (Method->isDeleted() || Method->isUserProvided())
      return nullptr;
    if (!Method->isImplicit() && !Copy)
      Copy = Method;
  }
  return HasDestructor ? Destructor->getCanonicalDecl() : Copy;
}

/// Whether nothing but the destructor, as written in the class, is in the way
/// of the rule of zero, so that it can go.
static bool canBeRemoved(const CXXMethodDecl &Suppressor,
                         const CXXRecordDecl &Record) {
  const auto *Destructor = dyn_cast<CXXDestructorDecl>(&Suppressor);
  return Destructor && !Destructor->isVirtual() && !Destructor->hasAttrs() &&
         (Destructor->isExplicitlyDefaulted() ||
          Destructor->doesThisDeclarationHaveABody()) &&
         Destructor->getAccess() == AS_public &&
         !Record.hasUserDeclaredCopyConstructor() &&
         !Record.hasUserDeclaredCopyAssignment();
}

/// What the constructor `X(const X &Other) : A(Other.A), B(Other.B) {}` does is
/// what the compiler's would do.
static bool copiesMembers(const CXXConstructorDecl &Copy) {
  const FunctionDecl *Definition = nullptr;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Copy.getBody(Definition));
  return Body && Body->body_empty() && isPlain(Copy);
}

void DestructorDisablesMoveCheck::judgeCopies(const CXXRecordDecl &Record,
                                              const Copied &Where,
                                              ASTContext &Context) {
  const CXXConstructorDecl *Copy = nullptr;
  for (const CXXConstructorDecl *Constructor : Record.ctors())
    if (Constructor->isCopyConstructor() && Constructor->isUserProvided() &&
        !Constructor->isDeleted())
      Copy = Constructor;
  if (!Copy || !isEditable(Copy->getLocation(), Context.getSourceManager()))
    return;
  const HeapOwnership Owner =
      likelyCopiedHeap(compat::recordType(Record), Context);
  const bool ByPart = Owner.Why == HeapOwnership::ByMember ||
                      Owner.Why == HeapOwnership::ByBase;
  const CXXDestructorDecl *Destructor = Record.getDestructor();
  const bool HasDestructor = Destructor && Record.hasUserDeclaredDestructor();
  Diagnosis F;
  if (ByPart) {
    if (!copiesMembers(*Copy) || (HasDestructor && !doesNothing(*Destructor)))
      return;
    F.Suggestion = "leave the copies out (rule of zero), or declare the moves "
                   "'= default'";
  } else {
    // Who frees memory in a destructor can hand it over as well.
    if (!Owner || !HasDestructor || doesNothing(*Destructor))
      return;
    F.Suggestion = "give it a move constructor and a move assignment that "
                   "take the memory over";
  }
  F.At = Copy->getCanonicalDecl()->getLocation();
  F.Often = Where.Often;
  if (Where.IsVector)
    F.AtLeast = Weight::Loop;
  F.Doubt = Owner.doubt();
  F.Problem = "'" + nameOf(compat::recordType(Record), Context) +
              "' has copies, but no moves: " + Where.What +
              ", and its heap memory";
  if (std::string Reason = Owner.reason(); !Reason.empty())
    F.Problem += " (" + Reason + ")";
  F.Problem += " with it";
  F.Notes = {
      {Where.At, Where.IsVector ? "in a vector here" : "copied here", {}}};
  report(std::move(F), &Record, Context);
}

void DestructorDisablesMoveCheck::judge(const CXXRecordDecl &Record,
                                        const Copied &Where,
                                        ASTContext &Context) {
  if (Record.hasMoveConstructor() || Record.hasUserDeclaredMoveAssignment() ||
      Record.isLambda() || Record.isUnion() || !gainsByMoving(Record))
    return;
  if (Where.At.isValid())
    judgeCopies(Record, Where, Context);
  HeapOwnership Owner = copiedHeap(compat::recordType(Record), Context);
  if (Owner.Why != HeapOwnership::ByMember &&
      Owner.Why != HeapOwnership::ByBase)
    return;
  const CXXMethodDecl *Suppressor = suppressor(Record);
  if (!Suppressor ||
      !isEditable(Suppressor->getLocation(), Context.getSourceManager()))
    return;

  Diagnosis F;
  F.At = Suppressor->getLocation();
  F.Often = Where.Often;
  F.AtLeast = Weight::Loop; // a vector that grows copies all its elements
  if (!Where.At.isValid()) {
    // A base has to have it, and `= default` copies are there on purpose.
    const auto *Destructor = dyn_cast<CXXDestructorDecl>(Suppressor);
    if (!Destructor || Destructor->isVirtual())
      return;
    F.AtLeast = Weight::OncePerCall;
    F.Doubt = "whether objects of it are moved";
  }
  const std::string Name = nameOf(compat::recordType(Record), Context);
  const auto *Destructor = dyn_cast<CXXDestructorDecl>(Suppressor);
  F.Problem = std::string("the declared ") +
              (Destructor ? "destructor" : "copy operation") + " of '" + Name +
              "' takes its moves away: " + Where.What +
              ", and its heap memory (" + Owner.reason() + ") with it";
  if (Destructor && canBeRemoved(*Suppressor, Record)) {
    F.Suggestion = "leave the destructor out (rule of zero)";
    CharSourceRange Range = wholeMember(*Suppressor, Context);
    const SourceLocation Used = UsedBehindMove.lookup(&Record);
    if (Used.isValid())
      F.Notes.push_back({Used,
                         "check that what is moved here is not needed behind",
                         {FixItHint::CreateRemoval(Range)}});
    else if (Range.isValid() && F.Doubt.empty())
      F.Fixes = {FixItHint::CreateRemoval(Range)};
    const CopyTrace Trace = traceOfMoves(compat::recordType(Record));
    if (Trace == CopyTrace::Seen)
      F.leaveFixes(checkOfCopies(Trace, Name));
  } else if (Destructor && Destructor->isVirtual()) {
    F.Suggestion = "declare the default constructor, copies and moves "
                   "'= default' beside it";
  } else {
    F.Suggestion = "leave it out (rule of zero), or declare the default "
                   "constructor, copies and moves '= default'";
    if (Destructor &&
        !Destructor->getCanonicalDecl()->isThisDeclarationADefinition())
      F.Notes.push_back({F.At,
                         "its body stands elsewhere: whoever leaves it out "
                         "must have the full types of all members in view",
                         {}});
  }
  if (Where.At.isValid())
    F.Notes.push_back(
        {Where.At, Where.IsVector ? "in a vector here" : "copied here", {}});
  report(std::move(F), &Record, Context);
}

void DestructorDisablesMoveCheck::finishUnit(ASTContext &Context) {
  for (const auto &[Record, Where] : Places)
    judge(*Record, Where, Context);
  for (const CXXRecordDecl *Record : Declaring)
    if (!Places.count(Record))
      judge(*Record, {{}, "what asks for a move copies it", {}}, Context);
  Places.clear();
  Declaring.clear();
  UsedBehindMove.clear();
}

ANOMALLOC_CHECK_FACTORY(DestructorDisablesMoveCheck)

} // namespace clang::tidy::anomalloc
