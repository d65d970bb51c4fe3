//===- FunctionAt.h - the function that a name means ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TOOLS_CLANGD_FUNCTIONAT_H
#define ANOMALLOC_TOOLS_CLANGD_FUNCTIONAT_H

#include "clang/AST/Decl.h"
#include <string>
#include <vector>

namespace anomalloc {

/// The function whose name stands at \p At, or ends there. The name may be part
/// of a declaration, a definition or a call. Where an object is made, the
/// function is the constructor. Null if no function is named at \p At.
const clang::FunctionDecl *functionAt(clang::ASTContext &Context,
                                      clang::SourceLocation At);

/// The symbol names that \p F may have in the object files of a program. A
/// constructor has one name for each of its kinds. A template has one name for
/// each instance in this unit.
std::vector<std::string> linkageNames(const clang::FunctionDecl &F);

} // namespace anomalloc

#endif // ANOMALLOC_TOOLS_CLANGD_FUNCTIONAT_H
