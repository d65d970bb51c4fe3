//===- MonotonicEmplaceCheck.cpp - nodes lost in an arena -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Map.emplace(Key, Value);                 ->  Map.try_emplace(Key, Value);
//   Map.insert(std::make_pair(Key, Value));  ->  Map.try_emplace(Key, Value);
//   Set.emplace(Key);                        ->  Set.insert(Key);
//
// where Map and Set take their nodes from a monotonic_buffer_resource. What
// makes a node first was found by counting: see the table in
// docs/checks/monotonic-emplace.md.
//
//===----------------------------------------------------------------------===//

#include "monotonic-emplace/MonotonicEmplaceCheck.h"
#include "monotonic-emplace/NewKeys.h"
#include "utils/objects/CopyTrace.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TextSource.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void MonotonicEmplaceCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(cxxMemberCallExpr(callee(cxxMethodDecl(hasAnyName(
                                            "emplace", "emplace_hint", "insert",
                                            "push_back", "push_front"))))
                          .bind("call"),
                      this);
}

static bool isMonotonic(QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !(Record = Record->getDefinition()))
    return false;
  if (stdName(Type) == "monotonic_buffer_resource")
    return true;
  return llvm::any_of(Record->bases(), [](const CXXBaseSpecifier &Base) {
    return isMonotonic(Base.getType());
  });
}

/// The first Resource of an initializer with `&Resource` among its arguments.
static const ValueDecl *resourceIn(const Stmt &Initializer) {
  const auto *Op = dyn_cast<UnaryOperator>(&Initializer);
  if (Op && Op->getOpcode() == UO_AddrOf) {
    const Expr *Object = Op->getSubExpr()->IgnoreParenImpCasts();
    if (isMonotonic(Object->getType())) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(Object))
        return Ref->getDecl();
      if (const auto *Member = dyn_cast<MemberExpr>(Object))
        return Member->getMemberDecl();
    }
  }
  for (const Stmt *Child : Initializer.children())
    if (const ValueDecl *Found = Child ? resourceIn(*Child) : nullptr)
      return Found;
  return nullptr;
}

const ValueDecl *
MonotonicEmplaceCheck::monotonicResourceOf(const Expr &Container,
                                           ASTContext &Context) {
  const Expr *Plain = Container.IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Plain)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (V && V->getType()->isReferenceType() && V->getInit())
      return monotonicResourceOf(*V->getInit(), Context);
    if (V && V->getInit())
      return resourceIn(*V->getInit());
  } else if (const auto *Member = dyn_cast<MemberExpr>(Plain)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field)
      return nullptr;
    for (const CXXCtorInitializer *Init :
         references(Context).initializers(*Field))
      if (const ValueDecl *Found =
              Init->getInit() ? resourceIn(*Init->getInit()) : nullptr)
        return Found;
    if (const Expr *Default = Field->getInClassInitializer())
      return resourceIn(*Default);
  }
  return nullptr;
}

/// Whether this overload of a map's insert() makes a node first: that for
/// whatever makes a pair, and in an unordered_map that for a temporary pair.
static bool goesThroughEmplace(const CXXMethodDecl &Insert, QualType Map) {
  return Insert.getPrimaryTemplate() ||
         (stdName(Map) == "unordered_map" &&
          Insert.getParamDecl(0)->getType()->isRValueReferenceType());
}

/// What a person has to check before a call makes neither node nor pair where
/// the key is there: what is moved in stays as it was then.
static std::string checkOfParts(QualType Container, bool Moves,
                                const ASTContext &Context) {
  std::string Check;
  for (unsigned I : {0, 1}) {
    const QualType Part = typeArgument(Container, I);
    if (Part.isNull() || !Check.empty())
      continue;
    const CopyTrace Trace = traceOfMoves(Part);
    if (Moves || Trace == CopyTrace::Seen)
      Check =
          checkOfCopies(Trace, Part.getAsString(Context.getPrintingPolicy()));
  }
  return Check;
}

/// Whether a parameter of type Key takes the argument as emplace would.
static bool givesKey(const Expr &Argument, QualType Key) {
  QualType Type = Argument.getType();
  if (Key.isNull())
    return false;
  return Type.getCanonicalType().getUnqualifiedType() ==
             Key.getCanonicalType().getUnqualifiedType() ||
         (Type->isArithmeticType() && Key->isArithmeticType());
}

namespace {
/// What a call would look like without a node or pair made in advance.
struct Rewritten {
  std::string Function, Arguments;
  const Expr *Key = nullptr;
  llvm::SmallVector<const Expr *, 2> Copies; ///< Arguments not moved from.
};
} // namespace

/// Whether an argument is moved from: a pair made in advance moves just as
/// well.
static bool isMoved(const Expr &Argument) {
  const auto *Call = dyn_cast<CallExpr>(Argument.IgnoreUnlessSpelledInSource());
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return !Argument.IgnoreUnlessSpelledInSource()->isLValue() ||
         (F && isStdFunction(*F, {"move", "forward"}));
}

static std::optional<Rewritten> rewritten(const CXXMemberCallExpr &Call,
                                          bool IsSet, QualType Key,
                                          const ASTContext &Context) {
  const StringRef Name = methodName(Call);
  const Expr *First = nullptr, *Last = nullptr;
  auto Written = [](const Expr *E) { return E->IgnoreUnlessSpelledInSource(); };
  if (Name == "insert") {
    const Expr *Pair = Written(Call.getArg(0))->IgnoreParenImpCasts();
    const FunctionDecl *Maker = nullptr;
    if (const auto *Made = dyn_cast<CallExpr>(Pair)) // std::make_pair(Key, V)
      Maker = Made->getDirectCallee();
    const auto *Braces = dyn_cast<InitListExpr>(Pair); // {Key, V}
    const auto *Construct = dyn_cast<CXXConstructExpr>(Pair);
    if (Maker && isStdFunction(*Maker, {"make_pair"}) &&
        cast<CallExpr>(Pair)->getNumArgs() == 2) {
      First = cast<CallExpr>(Pair)->getArg(0);
      Last = cast<CallExpr>(Pair)->getArg(1);
    } else if (Construct && stdName(Construct->getType()) == "pair" &&
               Construct->getNumArgs() == 2 &&
               !Construct->getArg(1)->isDefaultArgument()) {
      First = Construct->getArg(0);
      Last = Construct->getArg(1);
    } else if (Braces && Braces->getNumInits() == 2) {
      First = Braces->getInit(0);
      Last = Braces->getInit(1);
    } else
      return std::nullopt;
  } else {
    if (Call.getNumArgs() != (IsSet ? 1u : 2u) || Name != "emplace")
      return std::nullopt;
    First = Call.getArg(0);
    Last = Call.getArg(Call.getNumArgs() - 1);
  }
  if (!givesKey(*Written(First), Key))
    return std::nullopt;
  // What is handed on has a type of its own: not `{}`, not a null that is 0.
  if (textOf(Last->getSourceRange(), Context).starts_with("{") ||
      (Last->getType()->isPointerType() &&
       Written(Last)->getType()->isIntegerType()))
    return std::nullopt;
  SourceRange Arguments(First->getBeginLoc(), Last->getEndLoc());
  StringRef Text = textOf(Arguments, Context);
  if (Text.empty())
    return std::nullopt;
  Rewritten New{
      IsSet ? "insert" : "try_emplace", Text.str(), Written(First), {}};
  for (const Expr *E : {First, Last})
    if (!isMoved(*E))
      New.Copies.push_back(Written(E));
  return New;
}

/// Whether a pair costs next to nothing where the key is new: a key that is
/// held in place as a rule is copied once more, the value is moved on.
static bool sparesOnlyOldKeys(QualType Key, QualType Value, bool OwnsKey) {
  const CXXRecordDecl *Class = Value->getAsCXXRecordDecl();
  return (!OwnsKey || isPlainString(Key)) &&
         (!Class || !Class->hasDefinition() || Class->hasMoveConstructor());
}

/// `Map.insert({Key, Value})` and `Map.insert(std::make_pair(Key, Value))` with
/// any allocator: both are copied into a pair, even where the key is there
/// already, and a constant key is copied once more into the node.
void MonotonicEmplaceCheck::pairMade(const CXXMemberCallExpr &Call,
                                     QualType Map, ASTContext &Context) {
  if (methodName(Call) != "insert" || Call.getNumArgs() != 1 ||
      !isStd(Map, {"map", "unordered_map"}))
    return;
  const QualType Key = typeArgument(Map, 0), Value = typeArgument(Map, 1);
  if (Key.isNull() || Value.isNull() ||
      !(copiedHeap(Key, Context) || copiedHeap(Value, Context)))
    return;
  Evidence Often = evidence(Call, Context);
  if (!matters(Often) || weightOf(Often) == Weight::Cold)
    return;
  auto New = rewritten(Call, false, Key, Context);
  const ReferenceIndex &Index = references(Context);
  if (!New || New->Copies.empty() || isLookedUpBefore(Call, *New->Key, Index))
    return;
  // What is copied must own heap memory, too.
  if (llvm::none_of(New->Copies, [&](const Expr *E) {
        return bool(copiedHeap(E->getType().getNonReferenceType(), Context));
      }))
    return;
  Diagnosis F;
  F.At = cast<MemberExpr>(Call.getCallee())->getMemberLoc();
  F.Problem = "key and value are copied into a pair before 'insert' knows "
              "whether the key is new";
  F.Often = Often;
  F.Suggestion = "'try_emplace' looks first, and makes them in the node";
  SourceRange Range(F.At, Call.getEndLoc());
  if (!losesComment(Range, New->Arguments, Context))
    F.Fixes = {FixItHint::CreateReplacement(Range, New->Function + "(" +
                                                       New->Arguments + ")")};
  F.leaveFixes(checkOfParts(Map, New->Copies.size() < 2, Context));
  if (!asksWhetherNew(Call, Index) &&
      sparesOnlyOldKeys(Key, Value, bool(copiedHeap(Key, Context))))
    F.Doubt = "whether a key may be there already";
  const FunctionDecl *Inside = Often.Loops.Function;
  report(std::move(F), Inside, Context);
}

void MonotonicEmplaceCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *Call = Result.Nodes.getNodeAs<CXXMemberCallExpr>("call");
  ASTContext &Context = *Result.Context;
  const auto *Callee = dyn_cast<MemberExpr>(Call->getCallee());
  if (!Callee || !isEditable(Callee->getMemberLoc(), *Result.SourceManager))
    return;
  const Expr &Container = *Call->getImplicitObjectArgument();
  QualType Type = Container.getType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  const StringRef Name = methodName(*Call);
  if (Name.starts_with("push"))
    return temporaryMade(*Call, Type, Context);
  const bool IsSet = isStd(Type, {"set", "unordered_set"});
  if (!IsSet && !isStd(Type, {"map", "unordered_map"}))
    return;
  if (Name == "insert" && (IsSet || Call->getNumArgs() != 1 ||
                           !goesThroughEmplace(*Call->getMethodDecl(), Type)))
    return pairMade(*Call, Type, Context);
  const ValueDecl *Resource = monotonicResourceOf(Container, Context);
  if (!Resource)
    return pairMade(*Call, Type, Context);
  const auto New = rewritten(*Call, IsSet, typeArgument(Type, 0), Context);
  if (New && isLookedUpBefore(*Call, *New->Key, references(Context)))
    return;

  const std::string Better = IsSet ? "insert" : "try_emplace";
  Diagnosis F;
  F.At = Callee->getMemberLoc();
  F.Problem = ("'" + Name +
               "' makes a node before it knows whether the key is "
               "new; '" +
               Resource->getNameAsString() +
               "', a monotonic resource, never takes it back")
                  .str();
  F.Often = evidence(*Call, Context);
  F.AtLeast = Weight::Loop; // the lost nodes add up
  F.Suggestion = "'" + Better + "' looks first";
  if (New) {
    SourceRange Range(F.At, Call->getEndLoc());
    if (!losesComment(Range, New->Arguments, Context))
      F.Fixes = {FixItHint::CreateReplacement(Range, New->Function + "(" +
                                                         New->Arguments + ")")};
    F.leaveFixes(
        checkOfParts(Type, New->Copies.size() < (IsSet ? 1u : 2u), Context));
  }
  const FunctionDecl *Inside = F.Often.Loops.Function;
  report(std::move(F), Inside, Context);
}

ANOMALLOC_CHECK_FACTORY(MonotonicEmplaceCheck)

} // namespace clang::tidy::anomalloc
