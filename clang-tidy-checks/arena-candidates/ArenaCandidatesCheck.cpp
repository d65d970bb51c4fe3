//===- ArenaCandidatesCheck.cpp - arena candidates ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<double> f1(n1);        std::array<std::byte, 1024> Buffer;
//   std::vector<double> f2(n2);    ->  std::pmr::monotonic_buffer_resource
//   std::vector<double> f3(n1 * n2);       Arena(Buffer.data(), Buffer.size());
//                                      std::pmr::vector<double> f1(n1, &Arena);
//                                      ...
//
//===----------------------------------------------------------------------===//

#include "utils/ast/Matchers.h"
#include "utils/ast/MembersInView.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/StdSince.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/VectorUses.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds code blocks with several local vectors that never change their size,
/// and members that are containers and only ever grow. One arena would do for
/// all of them.
struct ArenaCandidatesCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return hasStd(StdPart::Pmr, L);
  }
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  void checkBlock(const CompoundStmt &Block, ASTContext &Context);
  void checkMember(const FieldDecl &Field, ASTContext &Context);
  bool suits(const VarDecl &V, ASTContext &Context);

  const unsigned MinVectors = option("MinVectors", 3U);
  const bool Members = option("Members", false);
};

} // namespace

void ArenaCandidatesCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      compoundStmt(has(declStmt(has(varDecl(
                       hasLocalStorage(), hasType(instanceOfStd("vector")))))))
          .bind("block"),
      this);
  if (Members)
    UserCode.addMatcher(
        fieldDecl(
            hasType(instanceOfStd("map", "multimap", "set", "multiset", "list",
                                  "unordered_map", "unordered_multimap",
                                  "unordered_set", "unordered_multiset")))
            .bind("member"),
        this);
}

void ArenaCandidatesCheck::check(const MatchFinder::MatchResult &Result) {
  if (const auto *Field = Result.Nodes.getNodeAs<FieldDecl>("member"))
    checkMember(*Field, *Result.Context);
  else
    checkBlock(*Result.Nodes.getNodeAs<CompoundStmt>("block"), *Result.Context);
}

static bool hasStdAllocator(QualType Container) {
  const unsigned Last =
      isStd(Container, {"vector", "list"})                        ? 1
      : isStd(Container, {"set", "multiset"})                     ? 2
      : isStd(Container, {"map", "multimap"})                     ? 3
      : isStd(Container, {"unordered_set", "unordered_multiset"}) ? 3
                                                                  : 4;
  return stdName(typeArgument(Container, Last)) == "allocator";
}

/// A vector made with a size that is no constant, and used as an array.
bool ArenaCandidatesCheck::suits(const VarDecl &V, ASTContext &Context) {
  if (!V.hasLocalStorage() || stdName(V.getType()) != "vector" ||
      V.getType()->isReferenceType() || !hasStdAllocator(V.getType()) ||
      typeArgument(V.getType(), 0)->isBooleanType() ||
      !isEditable(V.getLocation(), Context.getSourceManager()))
    return false;
  VectorInit Init = vectorInit(V.getInit());
  if (Init.Is != VectorInit::Count || constantOf(Init.Size, Context) ||
      heapOwnership(typeArgument(V.getType(), 0), Context))
    return false;
  const ReferenceIndex &Index = references(Context);
  return !Index.to(V).empty() && everyUse(V, Index, [&](const VectorUse &U) {
    return suitsAnyArray(U, Index);
  });
}

void ArenaCandidatesCheck::checkBlock(const CompoundStmt &Block,
                                      ASTContext &Context) {
  llvm::SmallVector<std::pair<const VarDecl *, const DeclStmt *>, 8> Vectors;
  for (const Stmt *S : Block.body())
    if (const auto *Group = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Group->decls())
        if (const auto *V = dyn_cast<VarDecl>(D);
            V && stdName(V->getType()) == "vector")
          Vectors.push_back({V, Group});
  if (Vectors.size() < MinVectors)
    return;
  Evidence Often = evidence(*Vectors.front().second, Context);
  if (!matters(Often))
    return;
  llvm::erase_if(Vectors,
                 [&](auto &Entry) { return !suits(*Entry.first, Context); });
  if (Vectors.size() < MinVectors)
    return;

  const VarDecl &First = *Vectors.front().first;
  Diagnosis F;
  F.At = First.getLocation();
  F.Problem = std::to_string(Vectors.size()) +
              " vectors that never change their size allocate one by one";
  F.Often = evidence(*Vectors.front().second, Context);
  F.Suggestion = "as 'std::pmr::vector', they could share one "
                 "'std::pmr::monotonic_buffer_resource' with a buffer on the "
                 "stack";
  for (const auto &[V, Group] : llvm::ArrayRef(Vectors).drop_front())
    F.Notes.push_back({V->getLocation(),
                       "'" + V->getNameAsString() + "' is another one",
                       {}});
  report(std::move(F), First.getDeclContext(), Context);
}

/// Whether the container only ever grows: its nodes live as long as it does.
static bool onlyGrows(const VectorUse &U) {
  if (U.Kind == VectorUseKind::Element || U.Kind == VectorUseKind::Size ||
      U.Kind == VectorUseKind::Position || U.Kind == VectorUseKind::Loop ||
      U.Kind == VectorUseKind::Capture || U.Kind == VectorUseKind::Reserve ||
      U.Kind == VectorUseKind::Append)
    return true;
  if (U.Kind != VectorUseKind::Change)
    return false;
  const StdMember Member = stdMember(methodName(*cast<Expr>(U.By)));
  return Member.is(StdMember::Lookup) ||
         (Member.is(StdMember::AddsOne) && !Member.is(StdMember::Overwrites));
}

void ArenaCandidatesCheck::checkMember(const FieldDecl &Field,
                                       ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (!Class || !isEditable(Field.getLocation(), Context.getSourceManager()) ||
      !hasStdAllocator(Field.getType()) || Index.to(Field).empty() ||
      !allUsesInView(Field, Index) || !everyUse(Field, Index, onlyGrows))
    return;
  std::optional<Evidence> Often;
  for (const Expr *Reference : Index.to(Field)) {
    VectorUse U = vectorUse(*Reference, Index);
    if (!isa_and_nonnull<Expr>(U.By))
      continue;
    // What adds a node: m[k], insert, emplace, push_back.
    if (callsMember(*cast<Expr>(U.By), StdMember::AddsOne) ||
        (U.Kind == VectorUseKind::Element && isa<CXXOperatorCallExpr>(U.By)))
      add(Often, evidence(*U.By, Context));
  }
  if (!Often || !matters(*Often))
    return;
  Diagnosis F;
  F.At = Field.getLocation();
  F.Problem = "'" + Field.getNameAsString() +
              "' allocates a node for each element, and never removes one";
  F.Often = *Often;
  F.Suggestion = ("as 'std::pmr::" + stdName(Field.getType()) +
                  "', it could take them from a "
                  "'std::pmr::monotonic_buffer_resource' of the class")
                     .str();
  F.Notes.push_back({Class->getLocation(),
                     "a class with such a resource can be neither copied nor "
                     "moved; check that nobody does",
                     {}});
  report(std::move(F), Field.getDeclContext(), Context);
}

ANOMALLOC_CHECK_FACTORY(ArenaCandidatesCheck)

} // namespace clang::tidy::anomalloc
