//===- Uses.cpp - what is done with an object at one place ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/Uses.h"
#include "utils/uses/Follower.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

StringRef nameOf(UseKind Kind) {
  static constexpr StringRef Names[] = {"Read",   "Copy",   "Reserve", "Move",
                                        "Write",  "Assign", "Shrink",  "Grow",
                                        "Mutate", "Escape"};
  static_assert(std::size(Names) == NumUseKinds);
  return Names[unsigned(Kind)];
}

UseKind UseKinds::strongest() const {
  for (unsigned I = NumUseKinds; I-- > 1;)
    if (has(UseKind(I)))
      return UseKind(I);
  return UseKind::Read;
}

static Use classify(const Expr &Reference, const ReferenceIndex &Index,
                    uses::View V) {
  Use Result;
  Result.Reference = &Reference;
  Result.All = {UseKind::Escape};
  if (!Index.parentOf(Reference).getNodeKind().isNone()) {
    uses::Follower F(Index);
    F.reference(Reference, V);
    Result.All = F.Found.All;
    if (Result.All.empty())
      Result.All = {UseKind::Read};
    Result.Kind = Result.All.strongest();
    Result.By = F.Found.By;
    Result.KeepsReference = F.Found.Keeps;
  }
  if (const auto *L = Index.parentOf(Reference).get<LambdaExpr>())
    Result.Capture = L;
  else if (const auto *Method =
               dyn_cast_or_null<CXXMethodDecl>(Index.functionOf(Reference)))
    Result.Capture = Index.lambdaOf(*Method);
  return Result;
}

Use classifyUse(const Expr &Reference, const ReferenceIndex &Index) {
  return classify(Reference, Index,
                  isa<CXXThisExpr>(Reference)
                      ? uses::View{uses::View::Address, false, false}
                      : uses::View());
}

Use classifyPointeeUse(const Expr &Reference, const ReferenceIndex &Index) {
  return classify(Reference, Index, {uses::View::Handle, false, false});
}

UseSummary summarize(ArrayRef<const Expr *> References,
                     const ReferenceIndex &Index) {
  UseSummary Summary;
  for (const Expr *Reference : References) {
    Summary.Uses.push_back(classifyUse(*Reference, Index));
    Summary.All.insert(Summary.Uses.back().All);
    Summary.KeepsReference |= Summary.Uses.back().KeepsReference;
  }
  return Summary;
}

} // namespace clang::tidy::anomalloc
