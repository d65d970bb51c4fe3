//===- SmallLocalVectorCheck.cpp - small local vector ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<int> js(n);  ->  boost::container::small_vector<int, 16> js(n);
//
// (or LLVM's, Abseil's, Folly's, whichever the unit includes) where a profile
// tells that js never had more than 16 elements, or the code does: n is
// std::min(m, 16), push_back stands in a loop of 16 iterations.
//
//===----------------------------------------------------------------------===//

#include "Support/Numbers.h"
#include "Weights/FinalSizes.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Matchers.h"
#include "utils/framework/IncludingCheck.h"
#include "utils/loops/SizeBounds.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/VectorUses.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/TypeLoc.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/Support/MathExtras.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds local vectors that stay small, as the code or a profile shows.
struct SmallLocalVectorCheck : IncludingCheck<Cxx11Check> {
  using IncludingCheck::IncludingCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  /// A class template, and the header that has it, as an #include names it.
  struct Proposed {
    std::string Template, Header;
  };
  /// The class template to propose. It is "" if the unit includes no library
  /// that has such a template. The header is "" if it is not known.
  Proposed smallVector(const ASTContext &Context) const;
  /// The note that makes \p V such a vector of \p Type. Nullopt if the type
  /// cannot be written there.
  std::optional<Diagnosis::Note>
  change(const VarDecl &V, const DeclStmt &Statement, const Proposed &By,
         const std::string &Type, const ASTContext &Context);

  const unsigned MaxBytes = option("MaxBytes", 256U);
  const StringRef SmallVector = option<StringRef>("SmallVector", "");
};

} // namespace

void SmallLocalVectorCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(declStmt(forEach(varDecl(hasLocalStorage(),
                                               hasType(instanceOfStd("vector")))
                                           .bind("vector")))
                          .bind("statement"),
                      this);
}

namespace {

/// What happens to a local vector, as far as a small vector can do the same.
struct Life {
  VectorInit Init;
  llvm::SmallVector<const Stmt *, 4> Resizes, Appends;
  bool Shrinks = false; ///< clear(), erase(), pop_back()
  bool Inserts = false;
};

/// How many of the vectors that a profile measured have to fit, of 100.
constexpr unsigned FittingPercent = 95;

} // namespace

/// Whether a position is an argument of a call of the vector's own, as in
/// v.erase(v.begin()).
static bool isOwnArgument(const Expr &Position, const ValueDecl &V,
                          const ReferenceIndex &Index) {
  // To const_iterator, and before C++17 a move of that.
  const Expr &E = ascendWhile(Position, Index, [](const Expr &Up) {
    return keepsObject(Up) || isa<CXXConstructExpr, ImplicitCastExpr>(Up);
  });
  const auto *Call = Index.parentOf(E).get<CXXMemberCallExpr>();
  const auto *Object =
      Call ? dyn_cast<DeclRefExpr>(
                 Call->getImplicitObjectArgument()->IgnoreParenImpCasts())
           : nullptr;
  return Object && Object->getDecl() == &V;
}

static std::optional<Life> lifeOf(const VarDecl &V,
                                  const ReferenceIndex &Index) {
  Life Found;
  Found.Init = vectorInit(V.getInit());
  if (Found.Init.Is == VectorInit::Other)
    return std::nullopt;
  bool Suits = everyUse(V, Index, [&](const VectorUse &U) {
    switch (U.Kind) {
    case VectorUseKind::Resize:
      Found.Resizes.push_back(U.By);
      return true;
    case VectorUseKind::Append:
      Found.Appends.push_back(U.By);
      return true;
    case VectorUseKind::Reserve:
      return true;
    case VectorUseKind::Change: {
      const StdMember Member = stdMember(methodName(*cast<Expr>(U.By)));
      Found.Inserts |= Member.is(StdMember::Inserts);
      Found.Shrinks |= Member.Use == UseKind::Shrink;
      return Found.Inserts || Found.Shrinks;
    }
    case VectorUseKind::Position:
      return isOwnArgument(*cast<Expr>(U.By), V, Index) ||
             suitsAnyArray(U, Index);
    default:
      return suitsAnyArray(U, Index);
    }
  });
  return Suits ? std::optional<Life>(std::move(Found)) : std::nullopt;
}

/// The largest number of elements that the code allows.
static std::optional<uint64_t> mostElements(const Life &L,
                                            const CompoundStmt *Block,
                                            const ReferenceIndex &Index) {
  if (L.Inserts)
    return std::nullopt;
  uint64_t Most = 0;
  if (L.Init.Is == VectorInit::List)
    Most = L.Init.Elements->getNumInits();
  auto AtLeast = [&](const Expr &Size) {
    auto Bound = upperBound(Size, Index);
    Most = std::max(Most, Bound.value_or(0));
    return Bound.has_value();
  };
  if (L.Init.Is == VectorInit::Count && !AtLeast(*L.Init.Size))
    return std::nullopt;
  for (const Stmt *Resize : L.Resizes)
    if (!AtLeast(*cast<CXXMemberCallExpr>(Resize)->getArg(0)))
      return std::nullopt;
  for (const Stmt *Append : L.Appends) {
    auto Times = Block ? timesWithin(*Append, *Block, Index) : std::nullopt;
    if (!Times)
      return std::nullopt;
    Most += *Times;
  }
  return Most ? std::optional<uint64_t>(Most) : std::nullopt;
}

/// How large the vectors became, if a profile knows all of their sizes.
static std::optional<::anomalloc::FinalSizes>
measuredSizes(const Life &L, const Evidence &Often,
              const MeasuredWeights *Weights) {
  // What is inserted, or sized again, is no chain of doublings.
  const bool Grows = !L.Appends.empty();
  if (!Weights || !Often.Recorded || L.Inserts || L.Resizes.size() + Grows > 1)
    return std::nullopt;
  return ::anomalloc::finalSizes(Weights->all(), Often.Recorded->Chains, Grows);
}

static uint64_t elementsOf(const ::anomalloc::FinalSizes &Sizes,
                           uint64_t Bytes) {
  return (Sizes.quantile(FittingPercent) + Bytes - 1) / Bytes;
}

SmallLocalVectorCheck::Proposed
SmallLocalVectorCheck::smallVector(const ASTContext &Context) const {
  if (!SmallVector.empty())
    return {SmallVector.str(), ""};
  static constexpr struct {
    StringRef Namespace, Template, Header;
  } Libraries[] = {
      {"boost", "boost::container::small_vector",
       "<boost/container/small_vector.hpp>"},
      {"llvm", "llvm::SmallVector", "llvm/ADT/SmallVector.h"},
      {"absl", "absl::InlinedVector", "absl/container/inlined_vector.h"},
      {"folly", "folly::small_vector", "<folly/small_vector.h>"}};
  for (const auto &[Namespace, Template, Header] : Libraries)
    for (const NamedDecl *D : Context.getTranslationUnitDecl()->lookup(
             &Context.Idents.get(Namespace)))
      if (isa<NamespaceDecl>(D))
        return {Template.str(), Header.str()};
  return {};
}

std::optional<Diagnosis::Note>
SmallLocalVectorCheck::change(const VarDecl &V, const DeclStmt &Statement,
                              const Proposed &By, const std::string &Type,
                              const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const TypeSourceInfo *Written = V.getTypeSourceInfo();
  const SourceRange Spelled =
      Written ? Written->getTypeLoc().getUnqualifiedLoc().getSourceRange()
              : SourceRange();
  // `= std::vector<int>(n)` has another type than the variable then.
  const Expr *Init =
      V.getInit() ? V.getInit()->IgnoreUnlessSpelledInSource() : nullptr;
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Init);
  const bool IsCopied = Init && V.getInitStyle() == VarDecl::CInit &&
                        !isa<InitListExpr>(Init) &&
                        (!Made || isa<CXXTemporaryObjectExpr>(Made) ||
                         (Made->getNumArgs() && !Made->isListInitialization()));
  if (IsCopied || !Statement.isSingleDecl() ||
      V.getType()->getContainedAutoType() || !isEditable(Spelled, SM) ||
      losesComment(Spelled, "", Context))
    return std::nullopt;
  Diagnosis::Note Note{V.getLocation(),
                       "check that the project has '" + By.Template + "'",
                       {FixItHint::CreateReplacement(Spelled, Type)},
                       false};
  if (!By.Header.empty())
    include(By.Header, V.getLocation(), Note.Fixes, Context.getSourceManager());
  return Note;
}

void SmallLocalVectorCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *V = Result.Nodes.getNodeAs<VarDecl>("vector");
  const auto *Statement = Result.Nodes.getNodeAs<DeclStmt>("statement");
  ASTContext &Context = *Result.Context;
  QualType Type = typeArgument(V->getType(), 0);
  if (!isEditable(V->getLocation(), *Result.SourceManager) ||
      Type->isBooleanType() || Type->isIncompleteType() ||
      stdName(typeArgument(V->getType(), 1)) != "allocator")
    return;
  // Cold code is most code: before its uses are looked at.
  if (Common.Profile.empty() && !matters(evidence(*Statement, Context)))
    return;
  const ReferenceIndex &Index = references(Context);
  auto L = Index.to(*V).empty() ? std::nullopt : lifeOf(*V, Index);
  if (!L)
    return;
  // anomalloc-constant-size-vector has a better idea.
  if (L->Appends.empty() && !L->Shrinks && !L->Inserts) {
    const CXXMemberCallExpr *Only = resizeBehind(*Statement, *V, Index);
    if (L->Resizes.empty() ? L->Init.Is == VectorInit::List ||
                                 constantOf(L->Init.Size, Context)
                           : L->Resizes.size() == 1 && Only &&
                                 L->Init.Is == VectorInit::Empty &&
                                 constantOf(Only->getArg(0), Context))
      return;
  }
  const Evidence Often = evidenceOfObject(*V, *Statement, Context);
  if (!matters(Often))
    return;

  const uint64_t Bytes = Context.getTypeSizeInChars(Type).getQuantity();
  const auto *Block = Index.parentOf(*Statement).get<CompoundStmt>();
  auto Most = mostElements(*L, Block, Index);
  Diagnosis F;
  if (Most && *Most * Bytes <= MaxBytes) {
    F.Problem = "'" + nameOf(V->getType(), Context) +
                "' allocates heap memory for at most " + std::to_string(*Most) +
                (*Most == 1 ? " element" : " elements");
  } else if (const auto Sizes = measuredSizes(*L, Often, weights());
             Sizes && elementsOf(*Sizes, Bytes) * Bytes <= MaxBytes) {
    Most = elementsOf(*Sizes, Bytes);
    F.Problem =
        "'" + nameOf(V->getType(), Context) + "' allocates heap memory, but " +
        std::to_string(FittingPercent) + " % of " +
        ::anomalloc::formatNumberOf(Sizes->Containers, "vector") +
        (L->Appends.empty() ? " had at most " : " had room for at most ") +
        ::anomalloc::formatNumberOf(*Most, "element");
  } else if (Often.Recorded && Often.Recorded->Largest &&
             Often.Recorded->Largest <= MaxBytes) {
    // Whole blocks of growth were measured; a power of two is likely the next.
    Most = llvm::PowerOf2Ceil((Often.Recorded->Largest + Bytes - 1) / Bytes);
    F.Problem = "'" + nameOf(V->getType(), Context) +
                "' allocates heap memory, but stays small";
  } else
    return;
  F.At = V->getLocation();
  F.Often = Often;
  if (const Proposed By = smallVector(Context); !By.Template.empty()) {
    const std::string Small = By.Template + "<" +
                              nameOf(writtenElement(V->getType()), Context) +
                              ", " + std::to_string(*Most) + ">";
    F.Suggestion = "'" + Small + "' holds them in place";
    if (auto Note = change(*V, *Statement, By, Small, Context))
      F.Notes.push_back(std::move(*Note));
  } else {
    F.Suggestion = "an array of " + std::to_string(*Most) +
                   " and a count, or a vector that has room for them inside, "
                   "needs none";
    F.Doubt = "whether the program has such a vector";
  }
  report(std::move(F), V->getDeclContext(), Context);
}

ANOMALLOC_CHECK_FACTORY(SmallLocalVectorCheck)

} // namespace clang::tidy::anomalloc
