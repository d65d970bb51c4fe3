//===- ViewUse.h - would a std::string_view do ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   if (Name == "x" || Name.find('.') != N || Out << Name)     View
//   if (Name[0] == '-'), std::find(Name.begin(), ...)          Likely
//   boost::starts_with(Name, "x"), std::string Own = Name      Likely
//   throw Error("no " + Name)                                  Likely
//   Map.find(Name)                                             Lookup
//   open(Name.c_str()), Names.push_back(Name), Name + "x"      String
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_VIEWUSE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_VIEWUSE_H

#include "utils/ast/References.h"
#include "clang/AST/Type.h"
#include <string>

namespace clang::tidy::anomalloc {

/// What a use of a std::string needs, from the least to the most.
enum class ViewUse {
  View,   ///< The same text compiles and means the same with a string_view.
  Likely, ///< As View, with rare exceptions: an index may reach the
          ///< terminator, an iterator's type may be spelled, a copy or an
          ///< error's message must name std::string.
  Lookup, ///< The key of a look-up in an associative container of std that
          ///< takes nothing but its key type.
  String, ///< A std::string, or not known.
};

/// What the use of \p String needs: an expression of type std::string whose
/// parents \p Index knows.
ViewUse viewUseOf(const Expr &String, const ReferenceIndex &Index);
/// The largest need of all uses of a variable or parameter; String if nothing
/// uses it.
ViewUse viewUseOf(const ValueDecl &D, const ReferenceIndex &Index);

/// The class that a view of the text has to have. If \p String is made into a
/// parameter or object of another library's view class, it is that class. Else
/// it is "std::string_view".
std::string viewNameOf(const Expr &String, const ReferenceIndex &Index);
/// The class that a view in place of a variable or parameter has to have. If
/// one of its uses needs another library's view class, it is that class.
std::string viewNameOf(const ValueDecl &D, const ReferenceIndex &Index);
constexpr llvm::StringLiteral StdView = "std::string_view";

/// Whether `Container.name(Key)` asks for a key only, and returns nothing but
/// positions and numbers: find, count, contains, lower_bound, ...
bool isLookup(const Expr &Call);
/// Whether the container compares (or hashes) keys of other types as they are.
bool isTransparent(QualType Container);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_VIEWUSE_H
