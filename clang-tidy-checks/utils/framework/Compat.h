//===- Compat.h - the seams between clang 19 and 23 -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything that differs between the majors of clang that the checks are
/// built for. No other file of theirs looks at LLVM_VERSION_MAJOR. In clang 22
/// ElaboratedType went away: each type knows its own qualifier and keyword.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_COMPAT_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_COMPAT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/Config/llvm-config.h"
// The registry went to ClangTidyModule.h; its old header warns since clang 22.
#if LLVM_VERSION_MAJOR < 22
#include "clang-tidy/ClangTidyModuleRegistry.h"
#endif

namespace clang::tidy::anomalloc::compat {

/// The canonical type of a class.
inline QualType recordType(const RecordDecl &Class) {
#if LLVM_VERSION_MAJOR < 22
  return Class.getASTContext().getRecordType(&Class);
#else
  return Class.getASTContext().getCanonicalTagType(&Class);
#endif
}

/// A type as written, without the node that held its qualifier.
inline TypeLoc unelaborated(TypeLoc Loc) {
#if LLVM_VERSION_MAJOR < 22
  if (auto Elaborated = Loc.getAs<ElaboratedTypeLoc>())
    return Elaborated.getNamedTypeLoc();
#endif
  return Loc;
}

/// The declaration that a using-declaration names. \p Loc is a type that was
/// found through the using-declaration.
inline const NamedDecl *targetOf(UsingTypeLoc Loc) {
#if LLVM_VERSION_MAJOR < 22
  return Loc.getFoundDecl()->getTargetDecl();
#else
  return Loc.getDecl()->getTargetDecl();
#endif
}

/// The alias that a type was written with.
inline const TypedefNameDecl *aliasOf(TypedefTypeLoc Loc) {
#if LLVM_VERSION_MAJOR < 22
  return Loc.getTypedefNameDecl();
#else
  return Loc.getDecl();
#endif
}

} // namespace clang::tidy::anomalloc::compat

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_COMPAT_H
