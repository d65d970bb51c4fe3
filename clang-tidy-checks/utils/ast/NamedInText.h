//===- NamedInText.h - names that the compiler did not see ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_NAMEDINTEXT_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_NAMEDINTEXT_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Counts how often the identifier \p Name stands in the text of \p Range,
/// whatever the preprocessor makes of the text. If the syntax tree names it
/// less often, some use stands in an `assert` or under an `#if` of another
/// configuration.
unsigned timesNamed(llvm::StringRef Name, SourceRange Range,
                    const ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_NAMEDINTEXT_H
