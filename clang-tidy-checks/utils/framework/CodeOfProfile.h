//===- CodeOfProfile.h - code as a profile names it -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What debug information says of a call is the function around it, by linkage
// name, and a line and column. For a template that is one for each
// instantiation:
//   template <class T> T *make() { return new T(Kept); }
//                 _Z4makeI4TextEPT_v, 1:39  ^   ^ _Z4makeI4TextEPT_v, 1:43
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_CODEOFPROFILE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_CODEOFPROFILE_H

#include "utils/framework/Weights.h"
#include "clang/Basic/SourceLocation.h"
#include <optional>

namespace clang {
class ASTNameGenerator;
class DeclContext;
class FunctionDecl;
class SourceManager;
class Stmt;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Whether \p Inside is an instantiation: its code is written in a template.
bool isInstantiated(const DeclContext *Inside);

/// All names of \p F in an object: a constructor has several.
std::vector<std::string> linkageNames(const FunctionDecl &F,
                                      ASTNameGenerator &Names);

/// Whose code \p F has.
CodeOwner codeOwner(const FunctionDecl &F, ASTNameGenerator &Names);

/// All of \p Range. Nullopt: it is in no file.
std::optional<CodeSpan> codeSpan(SourceRange Range, const SourceManager &SM);

/// The call itself, without what makes its arguments.
std::optional<CodeSpan> codeOfCall(const Stmt &Call, const SourceManager &SM);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_CODEOFPROFILE_H
