//===- CodeOfProfile.h - code as a profile names it -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Debug information tells two things about a call: the linkage name of the
// function around the call, and the call's line and column. Code in a template
// has one linkage name for each instantiation:
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

/// Whether \p Inside is an instantiation of a template, or stands in one. The
/// code of \p Inside is then written in a template.
bool isInstantiated(const DeclContext *Inside);

/// All linkage names of \p F in an object file: a constructor has several.
std::vector<std::string> linkageNames(const FunctionDecl &F,
                                      ASTNameGenerator &Names);

/// The owner of the code of \p F, as a profile names it.
CodeOwner codeOwner(const FunctionDecl &F, ASTNameGenerator &Names);

/// The lines and columns of all of \p Range. Nullopt if the range does not lie
/// in one file.
std::optional<CodeSpan> codeSpan(SourceRange Range, const SourceManager &SM);

/// The line and column of the call itself, without the code that makes its
/// arguments.
std::optional<CodeSpan> codeOfCall(const Stmt &Call, const SourceManager &SM);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_CODEOFPROFILE_H
