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

/// The function whose name stands at \p At, or ends there: where it is
/// declared, defined or called. Where an object is made, its constructor. Null:
/// none.
const clang::FunctionDecl *functionAt(clang::ASTContext &Context,
                                      clang::SourceLocation At);

/// What the objects of a program may call \p F: all kinds of a constructor, and
/// all instances of a template that the unit has.
std::vector<std::string> linkageNames(const clang::FunctionDecl &F);

} // namespace anomalloc

#endif // ANOMALLOC_TOOLS_CLANGD_FUNCTIONAT_H
