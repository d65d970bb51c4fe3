//===- MeasuredRoom.cpp - how much room a vector needed -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "missing-reserve/MeasuredRoom.h"
#include "Support/Numbers.h"
#include "Weights/FinalSizes.h"
#include "Weights/MeasuredWeights.h"
#include "missing-reserve/LoopGrowth.h"
#include "utils/ast/Descend.h"
#include "utils/ast/SourceText.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/Uses.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/MapVector.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

bool isOutermostFor(const ValueDecl &D, const Stmt &Loop,
                    const ReferenceIndex &Index) {
  const ASTContext &Context = Index.context();
  if (isa<VarDecl>(D) && isDeclaredIn(D, Loop, Context))
    return false;
  const auto Around = loopsAround(Loop, Index);
  return Around.empty() ||
         (isa<VarDecl>(D) && isDeclaredIn(D, *Around.front(), Context));
}

/// Whether the unit reserves room in the vector that \p D is, or points to.
static bool isReserved(const ValueDecl &D, const ReferenceIndex &Index) {
  return any_of(Index.to(D), [&](const Expr *Reference) {
    return (Reference->getType()->isPointerType()
                ? classifyPointeeUse(*Reference, Index)
                : classifyUse(*Reference, Index))
        .All.has(UseKind::Reserve);
  });
}

SmallVector<SmallVector<const Stmt *, 2>, 2>
unreservedAppends(const Stmt &Loop, const ReferenceIndex &Index) {
  MapVector<const ValueDecl *, SmallVector<const Stmt *, 2>> Found;
  anyWithin(Loop, [&](const Stmt &S) {
    const auto *Call = dyn_cast<CXXMemberCallExpr>(&S);
    if (!Call || !growsByOne(*Call))
      return false;
    const Expr &Object = *Call->getImplicitObjectArgument();
    const ValueDecl *D = namedObject(Object);
    if (!D || !isStd(containerType(Object), {"vector"}) ||
        !isOutermostFor(*D, Loop, Index) ||
        (Object.getType()->isPointerType() &&
         !isSameValueIn(Object, Loop, Index)))
      return false;
    // Of another object of the class nobody knows whether it is one.
    const auto *Member = dyn_cast<MemberExpr>(Object.IgnoreParenImpCasts());
    if (!Member || isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()))
      Found[D].push_back(Call);
    return false;
  });
  SmallVector<SmallVector<const Stmt *, 2>, 2> Groups;
  for (auto &[D, Calls] : Found)
    if (!isReserved(*D, Index))
      Groups.push_back(std::move(Calls));
  return Groups;
}

namespace {
/// How much room vectors had in the end, for a message.
struct Room {
  uint64_t Elements;
  std::string Told;
};
} // namespace

/// The room of 95 % of the vectors, where all sizes are known.
static std::optional<Room> roomOfMost(const Evidence &Often, uint64_t Bytes,
                                      const MeasuredWeights &Weights) {
  constexpr unsigned Percent = 95;
  const auto Sizes = ::anomalloc::finalSizes(
      Weights.all(), Often.Recorded->Chains, /*Grows=*/true);
  if (!Sizes || Often.Recorded->Allocations < 2 * Sizes->Containers)
    return std::nullopt;
  const uint64_t Elements = Sizes->quantile(Percent) / Bytes;
  return Room{Elements,
              (Twine(Percent) + " % of " +
               ::anomalloc::formatNumberOf(Sizes->Containers, "vector") +
               " had room for at most " +
               ::anomalloc::formatNumberOf(Elements, "element") + " in the end")
                  .str()};
}

/// The room of vectors whose blocks, as they double, have as many bytes on the
/// average as were measured: 8, 16 and 32 bytes are 18.7 on the average.
static std::optional<Room> roomOfMean(const Evidence &Often, uint64_t Bytes) {
  const uint64_t Blocks = Often.Recorded->Allocations;
  const uint64_t Mean = Blocks ? Often.Recorded->Bytes / Blocks : 0;
  uint64_t Elements = 1, Sum = Bytes;
  for (unsigned Of = 2; Of < 32; ++Of) {
    if ((Sum + 2 * Elements * Bytes) / Of > Mean)
      break;
    Elements *= 2;
    Sum += Elements * Bytes;
  }
  if (Elements < 4)
    return std::nullopt;
  return Room{Elements, "its blocks have " +
                            ::anomalloc::formatNumberOf(Mean, "byte") +
                            " on the average, as those of vectors that grow to "
                            "room for " +
                            ::anomalloc::formatNumberOf(Elements, "element")};
}

/// The room that the vectors \p Object had in the end.
static std::optional<Room> measuredRoom(const Expr &Object,
                                        const Evidence &Often,
                                        const MeasuredWeights &Weights,
                                        const ASTContext &Context) {
  const QualType Element = typeArgument(containerType(Object), 0);
  if (!Often.Recorded || Element.isNull() || Element->isIncompleteType() ||
      Element->isBooleanType())
    return std::nullopt;
  const uint64_t Bytes = Context.getTypeSizeInChars(Element).getQuantity();
  return ::anomalloc::areAllSizesKnown(Weights.all(), Often.Recorded->Chains)
             ? roomOfMost(Often, Bytes, Weights)
             : roomOfMean(Often, Bytes);
}

bool isMeasuredToGrow(const Expr &Object, const Evidence &Often,
                      const MeasuredWeights &Weights,
                      const ReferenceIndex &Index) {
  const ValueDecl *D = namedObject(Object);
  return D && isStd(containerType(Object), {"vector"}) &&
         !isReserved(*D, Index) &&
         measuredRoom(Object, Often, Weights, Index.context());
}

std::optional<Diagnosis>
growsAsMeasured(const Stmt &Loop, ArrayRef<const Stmt *> Calls, Evidence Often,
                const MeasuredWeights &Weights, const ReferenceIndex &Index) {
  const ASTContext &Context = Index.context();
  const auto &First = *cast<CXXMemberCallExpr>(Calls.front());
  const Expr &Object = *First.getImplicitObjectArgument();
  const auto Its = measuredRoom(Object, Often, Weights, Context);
  const StringRef Name = textOf(Object.getSourceRange(), Context);
  if (!Its || Name.empty() || Its->Elements < 2)
    return std::nullopt;
  const std::string Reserve =
      (Name + (Object.getType()->isPointerType() ? "->" : ".") + "reserve(" +
       Twine(Its->Elements) + ")")
          .str();

  Diagnosis Said;
  Said.At = First.getExprLoc();
  Said.Often = std::move(Often);
  Said.Problem =
      ("'" + Name + "' grows element by element; " + Its->Told).str();
  Said.Suggestion = "call '" + Reserve + "' before the loop";
  if (auto Fix = insertLineBefore(Loop, Reserve + ";", Index))
    Said.Notes.push_back(
        {Said.At,
         "check that so much memory may be taken at once, and that nothing "
         "refers to elements from before",
         {*Fix},
         false});
  return Said;
}

} // namespace clang::tidy::anomalloc
