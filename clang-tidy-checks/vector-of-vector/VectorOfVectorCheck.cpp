//===- VectorOfVectorCheck.cpp - vector of vector -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<std::vector<double>> A(n, std::vector<double>(m));
//   A[i][j] = x;
//     ->
//   std::vector<double> A(n * m);
//   A[i * m + j] = x;
//
// where all rows have one length, and none is handled as an object of its own.
//
//   std::vector<std::set<int>> Neighbours(n);
//   for (...) Neighbours[i].insert(j);
//     ->
//   std::vector<int> Neighbours, First(n + 1);  (compressed rows)
//
//
//===----------------------------------------------------------------------===//

#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/StdSince.h"
#include "utils/objects/StdTypes.h"
#include "vector-of-vector/GrowingRows.h"
#include "vector-of-vector/MatrixRows.h"
#include "vector-of-vector/RowMajor.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds matrices that are vectors of vectors, with a heap block for each row.
struct VectorOfVectorCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  /// Checks rows that grow one by one: compressed rows would do.
  void checkGrowth(const ValueDecl &D, ASTContext &Context);
  /// How often rows are allocated. The places where rows get their length may
  /// stand in loops. If \p D is a member, objects of its class may be made in
  /// loops.
  Evidence allocations(const ValueDecl &D, const MatrixRows &Rows,
                       ASTContext &Context);
  std::string suggestion(QualType Matrix, std::optional<uint64_t> Columns,
                         std::optional<uint64_t> Count, ASTContext &Context);
};

AST_MATCHER(ValueDecl, isMatrix) {
  (void)Finder;
  (void)Builder;
  return holdsRows(Node.getType()) || holdsRowsOfScalars(Node.getType());
}

} // namespace

void VectorOfVectorCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(varDecl(isMatrix(), unless(parmVarDecl())).bind("matrix"),
                      this);
  UserCode.addMatcher(fieldDecl(isMatrix()).bind("matrix"), this);
}

/// The number of rows, where the type or a length tells.
static std::optional<uint64_t> countOf(const ValueDecl &D,
                                       const ASTContext &Context) {
  QualType Type = D.getType();
  if (const auto *Array = Context.getAsConstantArrayType(Type))
    return Array->getZExtSize();
  if (stdName(Type) == "array")
    return cast<ClassTemplateSpecializationDecl>(Type->getAsCXXRecordDecl())
        ->getTemplateArgs()[1]
        .getAsIntegral()
        .getZExtValue();
  const auto *V = dyn_cast<VarDecl>(&D);
  if (!V || !V->getInit() || Type->isPointerType())
    return std::nullopt;
  VectorInit Init = vectorInit(V->getInit());
  if (Init.Is == VectorInit::List)
    return Init.Elements->getNumInits();
  return Init.Is == VectorInit::Count ? constantOf(Init.Size, Context)
                                      : std::nullopt;
}

/// The length of all rows, if it is a constant.
static std::optional<uint64_t>
commonLength(const llvm::SmallVectorImpl<MatrixRows::Site> &Sites) {
  std::optional<uint64_t> Common;
  for (const MatrixRows::Site &S : Sites) {
    if (!S.Constant || (Common && *Common != *S.Constant))
      return std::nullopt;
    Common = S.Constant;
  }
  return Common;
}

static bool includesEigen(const ASTContext &Context) {
  IdentifierInfo &Name = Context.Idents.get("Eigen");
  return !Context.getTranslationUnitDecl()->lookup(&Name).empty();
}

std::string VectorOfVectorCheck::suggestion(QualType Matrix,
                                            std::optional<uint64_t> Columns,
                                            std::optional<uint64_t> Count,
                                            ASTContext &Context) {
  QualType Row =
      Matrix->isPointerType() ? Matrix->getPointeeType() : rowType(Matrix);
  const std::string Element = nameOf(writtenElement(Row), Context);
  const bool Nested = holdsRows(Row);
  if (Columns && !Nested && hasStd(StdPart::Array, Context.getLangOpts())) {
    std::string Array =
        "std::array<" + Element + ", " + std::to_string(*Columns) + ">";
    if (Count && isStd(Matrix, {"array"}))
      return "'std::array<" + Array + ", " + std::to_string(*Count) +
             ">' needs none";
    if (Matrix->isArrayType())
      return "rows of type '" + Array + "' need none";
    return "'std::vector<" + Array + ">' needs one";
  }
  std::string Text = "a flat 'std::vector<";
  while (holdsRows(Row))
    Row = rowType(Row);
  Text += nameOf(writtenElement(Row), Context) + ">'";
  if (hasStd(StdPart::Mdspan, Context.getLangOpts()))
    Text += " under a 'std::mdspan'";
  else
    Text += " with one index";
  if (!Nested && includesEigen(Context) &&
      typeArgument(Row, 0)->isFloatingType())
    Text += ", or an 'Eigen::Matrix',";
  return Text + " needs one";
}

Evidence VectorOfVectorCheck::allocations(const ValueDecl &D,
                                          const MatrixRows &Rows,
                                          ASTContext &Context) {
  std::optional<Evidence> Heaviest;
  if (const auto *Field = dyn_cast<FieldDecl>(&D))
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Field->getParent()))
      for (const CXXConstructorDecl *C : Class->ctors())
        if (!C->isCopyOrMoveConstructor()) {
          Evidence Made; // by all of its members: the sites tell what is ours
          Made.Loops = evidenceOfCalls(*C, Context).Loops;
          add(Heaviest, Made);
        }
  for (const MatrixRows::Site &S : Rows.Sites) {
    Evidence Often = evidence(*S.Where, Context);
    // The loop over the rows themselves is no repetition.
    if (!S.AllRows && Often.Loops.Depth)
      --Often.Loops.Depth;
    add(Heaviest, Often);
  }
  return Heaviest.value_or(Evidence());
}

void VectorOfVectorCheck::checkGrowth(const ValueDecl &D, ASTContext &Context) {
  const auto Growth = growthOfRows(D, references(Context));
  if (Growth.empty())
    return;
  const Stmt *Heaviest = nullptr;
  Diagnosis F;
  F.Often = evidence(Growth, Context, &Heaviest);
  if (!matters(F.Often))
    return;
  const QualType Row = rowType(D.getType());
  const bool IsVector = isStd(Row, {"vector", "deque"});
  F.At = D.getLocation();
  F.Problem = "each row of '" + D.getNameAsString() +
              (IsVector ? "' grows in a heap block of its own"
                        : "' is a '" + nameOf(Row, Context) +
                              "', with a heap block for each element");
  F.Suggestion =
      isStd(Row, {"set", "multiset", "unordered_set"})
          ? "collect pairs in one vector, sort them and drop duplicates, and "
            "keep where each row begins"
          : "count the elements of each row, then fill one flat vector, and "
            "keep where each row begins";
  F.Doubt = "whether rows grow after others were read";
  F.Notes = {{Heaviest->getBeginLoc(), "a row grows here", {}}};
  report(std::move(F), D.getDeclContext(), Context);
}

void VectorOfVectorCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *D = Result.Nodes.getNodeAs<ValueDecl>("matrix");
  ASTContext &Context = *Result.Context;
  if (!isEditable(D->getLocation(), *Result.SourceManager) || D->isImplicit())
    return;
  // Other units use the public members of a class in a header.
  if (isa<FieldDecl>(D) && D->getAccess() == AS_public &&
      !Result.SourceManager->isInMainFile(D->getLocation()))
    return;
  const ReferenceIndex &Index = references(Context);
  const MatrixRows Rows =
      holdsRows(D->getType()) ? rowsOf(*D, Index) : MatrixRows();
  const auto Columns = commonLength(Rows.Sites);
  // The others have to change with it: only arrays are worth that.
  const bool IsUniform =
      Rows.Uniform && !Rows.Sites.empty() && (Columns || !Rows.Lent);
  if (!IsUniform && holdsRowsOfScalars(D->getType()))
    return checkGrowth(*D, Context);
  if (!IsUniform || !(Rows.Access || Rows.Lent))
    return;

  const auto Count = countOf(*D, Context);
  Evidence Often = allocations(*D, Rows, Context);
  bool ByAccess = false;
  // A few long rows cost next to nothing, if they are made once.
  if (!Count && Rows.AccessLoops > 1)
    if (Evidence Walked = evidence(*Rows.Access, Context);
        weightOf(Often) >= Weight::OncePerCall &&
        weightOf(Walked) < weightOf(Often)) {
      ByAccess = true;
      Often = Walked;
    }
  if (!matters(Often))
    return;

  Diagnosis F;
  F.At = D->getLocation();
  F.Problem = "'" + nameOf(D->getType(), Context) + "' keeps each row of '" +
              D->getNameAsString() + "' in a heap block of its own";
  if (Count)
    F.Problem += ", " +
                 std::to_string(*Count + !(D->getType()->isArrayType() ||
                                           isStd(D->getType(), {"array"}))) +
                 " blocks in all";
  if (ByAccess)
    F.Problem += ", and all rows are walked through";
  F.Often = Often;
  F.Suggestion = suggestion(D->getType(), Columns, Count, Context);
  if (Rows.Lent) {
    F.Doubt =
        "whether the functions that it is handed to can take them as well";
    F.Notes.push_back({Rows.Lent->getBeginLoc(), "it is handed on here", {}});
  }
  const Stmt *Where = Rows.Sites.front().Where;
  if (Context.getSourceManager().getExpansionLineNumber(Where->getBeginLoc()) !=
      Context.getSourceManager().getExpansionLineNumber(F.At))
    F.Notes.push_back(
        {Context.getSourceManager().getExpansionLoc(Where->getBeginLoc()),
         "all rows get the same length here",
         {}});
  if (!Rows.Lent) {
    RowMajorChange Flat = rowMajor(*cast<DeclaratorDecl>(D), Index);
    if (!Flat.Fixes.empty())
      F.Suggestion = suggestion(D->getType(), std::nullopt, Count, Context);
    F.Fixes.assign(Flat.Fixes.begin(), Flat.Fixes.end());
    F.leaveFixes(std::move(Flat.Check));
  }
  report(std::move(F), D->getDeclContext(), Context);
}

ANOMALLOC_CHECK_FACTORY(VectorOfVectorCheck)

} // namespace clang::tidy::anomalloc
