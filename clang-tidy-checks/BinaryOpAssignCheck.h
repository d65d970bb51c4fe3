//===- BinaryOpAssignCheck.h - x = x * y ------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_BINARYOPASSIGNCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_BINARYOPASSIGNCHECK_H

#include "utils/AnomallocCheck.h"
#include "llvm/ADT/MapVector.h"

namespace clang::tidy::anomalloc {

/// Finds `x = x * y` where `x *= y` would do without the temporary.
///
/// For the user-facing documentation see docs/checks/binary-op-assign.md
class BinaryOpAssignCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;

private:
  struct Finding {
    SourceLocation At; ///< Of the `=`.
    std::string Binary, Compound, TypeName, OperandText, Why;
    LoopEvidence Loops;
    bool InInstantiation = false;
    bool FixIsSafe = false;
    std::optional<FixItHint> Fix;
  };
  void report(const Finding &F);

  /// By place, so that a template is reported once, as its pattern if that
  /// shows it, else as one of its instantiations.
  llvm::MapVector<SourceLocation, Finding> Findings;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_BINARYOPASSIGNCHECK_H
