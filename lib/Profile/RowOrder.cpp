//===- RowOrder.cpp - the order of a model's rows -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/RowOrder.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace anomalloc {

void sortRows(Profile &P) {
  llvm::stable_sort(P.Counts, [](const Count &A, const Count &B) {
    return std::tie(A.Site, A.Dark, A.Section, A.Lane, A.Size) <
           std::tie(B.Site, B.Dark, B.Section, B.Lane, B.Size);
  });
  llvm::stable_sort(P.RankCounts, [](const RankCount &A, const RankCount &B) {
    return A.key() < B.key();
  });
  llvm::stable_sort(P.MakerCounts,
                    [](const MakerCount &A, const MakerCount &B) {
                      return std::tie(A.Call, A.Section, A.Lane) <
                             std::tie(B.Call, B.Section, B.Lane);
                    });
  llvm::stable_sort(
      P.StackCounts, [](const StackCount &A, const StackCount &B) {
        return std::tie(A.Stack, A.Site, A.Section, A.Lane, A.Size) <
               std::tie(B.Stack, B.Site, B.Section, B.Lane, B.Size);
      });
  llvm::stable_sort(P.StackLifetimes,
                    [](const StackLifetime &A, const StackLifetime &B) {
                      return std::tie(A.Stack, A.Site, A.Section, A.Size) <
                             std::tie(B.Stack, B.Site, B.Section, B.Size);
                    });
  llvm::stable_sort(P.Lifetimes, [](const Lifetime &A, const Lifetime &B) {
    return std::tie(A.Site, A.Dark, A.Section, A.Size) <
           std::tie(B.Site, B.Dark, B.Section, B.Size);
  });
  for (Lifetime &L : P.Lifetimes)
    llvm::sort(L.FreeSites, [](const auto &A, const auto &B) {
      return std::tie(B.second, A.first) < std::tie(A.second, B.first);
    });
}

} // namespace anomalloc
