//===- NodeContainerCheck.cpp - containers of nodes -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::set<int> seen;                  sort, std::unique
//   for (int i : ids)
//     if (seen.insert(i).second)
//       use(i);
//
//   std::list<int> todo;                 std::vector, std::deque
//   todo.push_back(1);
//
//   const std::map<std::string, int>     static const
//       table{{"one", 1}, {"two", 2}};
//
//   std::map<int, double> merged;        a sorted vector, or one by the key
//   for (...) merged[column] += value;
//
//   std::vector<std::unique_ptr<Point>>  std::vector<Point>
//       cloud;
//
//   std::stack<int> open;                std::stack<int, std::vector<int>>
//
//===----------------------------------------------------------------------===//

#include "node-container/FilledTable.h"
#include "node-container/ListUses.h"
#include "node-container/LocalStack.h"
#include "node-container/PointerElements.h"
#include "node-container/SetUses.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Matchers.h"
#include "utils/ast/MembersInView.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/framework/IncludingCheck.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/ConstantTable.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/VectorUses.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/Support/MathExtras.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds maps, sets and lists that could be replaced by a contiguous container,
/// or by a container that is made only once.
struct NodeContainerCheck : IncludingCheck<Cxx11Check> {
  using IncludingCheck::IncludingCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  /// Checks stacks over a deque that could keep a vector.
  void checkStacks(const DeclStmt &Statement, ASTContext &Context);
  /// Checks a map or set by numbers that is filled and looked up.
  void checkFilling(const DeclaratorDecl &D, ASTContext &Context);
  /// Checks a set that only drops duplicates. Returns whether it is reported.
  bool checkSet(const VarDecl &V, ASTContext &Context);
  /// Checks a vector of pointers to objects that could be its elements.
  void checkPointers(const DeclaratorDecl &D, ASTContext &Context);
  /// Checks a list that is only filled, looked through and emptied.
  void checkList(const DeclaratorDecl &D, ASTContext &Context);
  /// Checks a table of constants that each call builds anew.
  void checkTable(const VarDecl &V, const DeclStmt &Statement,
                  ASTContext &Context);
};

} // namespace

void NodeContainerCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      declStmt(has(varDecl(hasType(instanceOfStd("stack")), hasLocalStorage())))
          .bind("stacks"),
      this);
  auto Nodes = hasType(instanceOfStd(
      "set", "map", "multiset", "multimap", "unordered_set", "unordered_map",
      "unordered_multiset", "unordered_multimap", "list", "vector"));
  UserCode.addMatcher(
      declStmt(forEach(varDecl(Nodes, hasLocalStorage()).bind("local")))
          .bind("statement"),
      this);
  UserCode.addMatcher(fieldDecl(Nodes).bind("member"), this);
}

void NodeContainerCheck::check(const MatchFinder::MatchResult &Result) {
  ASTContext &Context = *Result.Context;
  if (const auto *Stacks = Result.Nodes.getNodeAs<DeclStmt>("stacks"))
    return checkStacks(*Stacks, Context);
  const auto *V = Result.Nodes.getNodeAs<VarDecl>("local");
  const auto *Field = Result.Nodes.getNodeAs<FieldDecl>("member");
  const DeclaratorDecl &D =
      V ? cast<DeclaratorDecl>(*V) : cast<DeclaratorDecl>(*Field);
  if (D.isImplicit() ||
      !isEditable(D.getSourceRange(), *Result.SourceManager) ||
      D.getType()->isDependentType() || hasPolymorphicAllocator(D.getType()))
    return;
  StringRef Name = stdName(D.getType());
  if (V || allUsesInView(*Field, references(Context))) {
    if (Name == "list")
      checkList(D, Context);
    else if (Name == "vector")
      return checkPointers(D, Context);
  }
  const bool IsSaid = Name == "set" && V && checkSet(*V, Context);
  if (!IsSaid && (Name == "set" || Name == "map"))
    checkFilling(D, Context);
  if (V && Name != "vector")
    checkTable(*V, *Result.Nodes.getNodeAs<DeclStmt>("statement"), Context);
}

void NodeContainerCheck::checkStacks(const DeclStmt &Statement,
                                     ASTContext &Context) {
  const auto &First = *cast<VarDecl>(*Statement.decl_begin());
  if (!isEditable(First.getLocation(), Context.getSourceManager()))
    return;
  Diagnosis F;
  F.At = First.getLocation();
  F.Often = evidence(Statement, Context);
  auto Fix = matters(F.Often) ? keepVector(Statement, references(Context))
                              : std::nullopt;
  if (!Fix)
    return;
  const std::string Element = nameOf(writtenElement(First.getType()), Context);
  F.Problem = "'" + nameOf(First.getType(), Context) +
              "' keeps elements in a deque, which allocates a table and a "
              "large block even for none";
  F.Suggestion = "'std::stack<" + Element + ", std::vector<" + Element +
                 ">>' allocates what it needs";
  // It grows in more steps than a deque: 1, 2, 4 elements.
  F.Doubt = "whether most of them stay empty, or have an element or two";
  F.Notes = {
      {F.At, "check that most of them have two elements at most", {*Fix}}};
  include("<vector>", F.At, F.Notes.front().Fixes, Context.getSourceManager());
  report(std::move(F), First.getDeclContext(), Context);
}

/// "a node of 40 bytes": links, and an element.
static std::string nodeOf(QualType Container, unsigned Links,
                          const ASTContext &Context) {
  const uint64_t Pointer =
      Context.getTypeSizeInChars(Context.VoidPtrTy).getQuantity();
  const uint64_t Element =
      Context.getTypeSizeInChars(typeArgument(Container, 0)).getQuantity();
  return "a node of " +
         std::to_string(llvm::alignTo(Links * Pointer + Element, Pointer)) +
         " bytes";
}

void NodeContainerCheck::checkFilling(const DeclaratorDecl &D,
                                      ASTContext &Context) {
  const QualType Type = D.getType();
  const bool IsMap = isStd(Type, {"map"});
  const QualType Key = typeArgument(Type, 0);
  const QualType Value = IsMap ? typeArgument(Type, 1) : Key;
  constexpr int64_t SmallBytes = 32;
  if (Key.isNull() || !Key->isIntegerType() || Key->isBooleanType() ||
      Key->isEnumeralType() || Type->isReferenceType() ||
      !Value.isTriviallyCopyableType(Context) ||
      Context.getTypeSizeInChars(Value).getQuantity() > SmallBytes)
    return;
  Diagnosis F;
  const Stmt *Heaviest = nullptr;
  F.Often = evidence(fillingOf(D, references(Context)), Context, &Heaviest);
  if (!Heaviest || !matters(F.Often))
    return;
  F.At = D.getLocation();
  F.Problem = "'" + nameOf(Type, Context) +
              "' allocates a node for each key, and none is ever taken out";
  F.Suggestion = IsMap ? "a vector by the key where keys are dense, else a "
                         "vector of pairs, sorted once, has no nodes"
                       : "flags in a vector by the key where keys are dense, "
                         "else a vector, sorted once, has no nodes";
  F.Doubt = "whether keys are dense, or all are there before the first is "
            "looked up";
  F.Notes = {{Heaviest->getBeginLoc(), "filled here", {}}};
  report(std::move(F), D.getDeclContext(), Context);
}

bool NodeContainerCheck::checkSet(const VarDecl &V, ASTContext &Context) {
  QualType Key = typeArgument(V.getType(), 0);
  if (Key.isNull() || !Key->isScalarType() ||
      stdName(typeArgument(V.getType(), 1)) != "less")
    return false;
  const ReferenceIndex &Index = references(Context);
  const FunctionFlow *Flow = flowOf(functionAround(V), Context);
  if (!Flow)
    return false;
  SetPurpose Purpose = purposeOf(V, *Flow, Index);
  if (!Purpose)
    return false;
  Diagnosis F;
  F.At = V.getLocation();
  F.Often = evidence(*Purpose.Insertion, Context);
  if (!matters(F.Often))
    return false;
  constexpr unsigned Links = 4; // colour, parent, left, right
  F.Problem = "'" + nameOf(V.getType(), Context) + "' allocates " +
              nodeOf(V.getType(), Links, Context) +
              " for each element, only to " +
              (Purpose.Is == SetPurpose::Filter ? "drop duplicates"
                                                : "sort and drop duplicates");
  F.Suggestion = Purpose.Is == SetPurpose::Filter
                     ? "sort the data and use 'std::unique', or look up in a "
                       "sorted vector"
                     : "collect in a vector, then use 'std::sort' and "
                       "'std::unique'";
  F.Notes = {{Purpose.Insertion->getBeginLoc(), "inserted here", {}}};
  report(std::move(F), V.getDeclContext(), Context);
  return true;
}

void NodeContainerCheck::checkList(const DeclaratorDecl &D,
                                   ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  std::optional<ListUses> Uses = listUses(D, Index);
  if (!Uses)
    return;
  Diagnosis F;
  const Stmt *Growth = nullptr;
  F.Often = evidence(Uses->Growth, Context, &Growth);
  if (!Growth || !matters(F.Often))
    return;
  constexpr unsigned Links = 2;
  F.At = D.getLocation();
  F.Problem = "'" + nameOf(D.getType(), Context) + "' allocates " +
              nodeOf(D.getType(), Links, Context) +
              " for each element, and changes at its ends only";
  if (Uses->WalksWhileGrowing)
    F.Doubt = "whether the loop can walk by index while it grows";
  F.Suggestion =
      "'std::" +
      std::string(Uses->AtFront || !Uses->CanRelocate ? "deque" : "vector") +
      "<" + nameOf(writtenElement(D.getType()), Context) +
      ">' keeps elements side by side";
  F.Notes = {{Growth->getBeginLoc(), "grows here", {}}};
  report(std::move(F), D.getDeclContext(), Context);
}

void NodeContainerCheck::checkPointers(const DeclaratorDecl &D,
                                       ASTContext &Context) {
  const auto Elements = pointerElements(D, references(Context));
  if (!Elements)
    return;
  Diagnosis F;
  const Stmt *Growth = nullptr;
  F.Often = evidence(Elements->Growth, Context, &Growth);
  if (!Growth || !matters(F.Often))
    return;
  const std::string Object = nameOf(Elements->Object, Context);
  F.At = D.getLocation();
  F.Problem = "'" + D.getNameAsString() + "' allocates each '" + Object +
              "' of " +
              std::to_string(
                  Context.getTypeSizeInChars(Elements->Object).getQuantity()) +
              " bytes by itself, and keeps pointers";
  F.Suggestion = "'std::vector<" + Object + ">' keeps them side by side";
  F.Notes = {{Growth->getBeginLoc(), "added here", {}}};
  if (Elements->Lent) {
    F.Doubt = "whether anybody keeps the address of an element";
    F.Notes.push_back({Elements->Lent->getBeginLoc(), "handed out here", {}});
  }
  report(std::move(F), D.getDeclContext(), Context);
}

void NodeContainerCheck::checkTable(const VarDecl &V, const DeclStmt &Statement,
                                    ASTContext &Context) {
  const FunctionDecl *Function = functionAround(V);
  if (!Function || Function->isConstexpr() || Function->isMain() ||
      !V.getInit() || !isMadeOfConstants(*V.getInit(), Context) || V.hasAttrs())
    return;
  Evidence Often = evidence(Statement, Context);
  if (!matters(Often))
    return;
  for (const Use &U : usesOf(V, Context).Uses)
    if (!U.All.within({UseKind::Read}))
      return;
  const ReferenceIndex &Index = references(Context);
  if (Index.to(V).empty())
    return;
  const unsigned Elements = vectorInit(V.getInit()).Elements->getNumInits();
  Diagnosis F;
  F.At = V.getLocation();
  F.Problem =
      "'" + nameOf(V.getType(), Context) +
      "' is built anew each time, always of the same " +
      (Elements == 1 ? "constant" : std::to_string(Elements) + " constants") +
      ", with a node for each";
  F.Often = Often;
  const bool IsConst = V.getType().isConstQualified();
  F.Suggestion = IsConst ? "make it 'static'" : "make it 'static const'";
  if (Statement.isSingleDecl() && !isInstantiated(V.getDeclContext()) &&
      isEditable(Statement.getSourceRange(), Context.getSourceManager()))
    F.Fixes = {FixItHint::CreateInsertion(
        Statement.getBeginLoc(),
        IsConst || !compilesAsConst(V, Index) ? "static " : "static const ")};
  report(std::move(F), V.getDeclContext(), Context);
}

ANOMALLOC_CHECK_FACTORY(NodeContainerCheck)

} // namespace clang::tidy::anomalloc
