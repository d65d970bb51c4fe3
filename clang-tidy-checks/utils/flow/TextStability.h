//===- TextStability.h - does the text under a view stay --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_TEXTSTABILITY_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_TEXTSTABILITY_H

#include "utils/flow/StableReferent.h"
#include "utils/objects/TextSource.h"

namespace clang {
class DeclStmt;
} // namespace clang

namespace clang::tidy::anomalloc {

class FunctionFlow;
class ReferenceIndex;

/// For `std::string V(...);`, which copies \p Source: whether the characters
/// outlive \p V and stay as they are, so that V may be a view.
Stability stabilityOf(const TextSource &Source, const VarDecl &V,
                      const DeclStmt &Statement, const FunctionFlow &Flow,
                      const ReferenceIndex &Index, ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_TEXTSTABILITY_H
