//===- SourceText.h - the text behind the syntax tree -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_SOURCETEXT_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_SOURCETEXT_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace clang {
class ASTContext;
class Decl;
class SourceManager;
class Stmt;
class VarDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Whether the path of a header shows that it belongs to the system or to an
/// installed library (anomalloc/SystemPaths.h). The build may name the folder
/// of such a header with -I instead of -isystem. False for relative paths.
bool isInstalledHeader(llvm::StringRef Path);

/// Whether a person can edit the code at \p Loc, which is then in no system
/// header and no macro.
bool isEditable(SourceLocation Loc, const SourceManager &SM);
/// Whether a person can edit all of \p Range, and the range lies in one file.
bool isEditable(SourceRange Range, const SourceManager &SM);

/// The text of a range of tokens, or "" if it has none.
llvm::StringRef textOf(SourceRange Range, const ASTContext &Context);

/// Whether replacing all of \p Range by \p Kept, a part of its text, would lose
/// a comment.
bool losesComment(SourceRange Range, llvm::StringRef Kept,
                  const ASTContext &Context);

/// The text to remove for a statement to be gone: the statement and the `;`
/// behind it. If nothing else stands on the line, the text is the whole line
/// with the line break in front of it. Invalid if the `;` is not found.
CharSourceRange wholeStatement(const Stmt &S, const ASTContext &Context);
/// The text to remove for a declaration in a class to be gone: the declaration,
/// and the `;` behind it unless it is a function with a body. The rest is as
/// for wholeStatement().
CharSourceRange wholeMember(const Decl &D, const ASTContext &Context);

/// The white space that the line of \p Loc begins with.
llvm::StringRef indentationAt(SourceLocation Loc, const SourceManager &SM);

/// Where a new member may be added in front of \p D, a member of a class: above
/// the lines that are the comment of D. Behind the white space of the line.
SourceLocation aboveComments(const Decl &D, const SourceManager &SM);

/// Turns `T V`, `const T V`, `auto V` into `const T &V`. Returns the fix-its
/// for the declared type of one variable or parameter. Empty where the text
/// cannot be changed with certainty (macros, arrays, `decltype(auto)`). The
/// caller makes sure that no other variable shares the type.
llvm::SmallVector<FixItHint, 2> makeConstReference(const VarDecl &V,
                                                   const ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_SOURCETEXT_H
