//===- NewKeys.h - keys that are known to be new ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   if (Map.find(Key) == Map.end())   the look-up has shown that it is new
//     Map.insert({Key, Value});
//
//   if (Map.insert({Key, Value}).second)   the caller is ready for old keys
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_MONOTONIC_EMPLACE_NEWKEYS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_MONOTONIC_EMPLACE_NEWKEYS_H

namespace clang {
class CXXMemberCallExpr;
class Expr;
} // namespace clang

namespace clang::tidy::anomalloc {

class ReferenceIndex;

/// Whether the function of \p Insertion looks for \p Key in the same map before
/// the insertion. The key is then taken to be new when it is inserted.
bool isLookedUpBefore(const CXXMemberCallExpr &Insertion, const Expr &Key,
                      const ReferenceIndex &Index);

/// Whether somebody uses what \p Insertion returns, which tells whether the key
/// was new.
bool asksWhetherNew(const CXXMemberCallExpr &Insertion,
                    const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MONOTONIC_EMPLACE_NEWKEYS_H
