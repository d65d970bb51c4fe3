//===- ExpensiveObject.h - what is expensive to build -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_EXPENSIVE_OBJECT_IN_LOOP_EXPENSIVEOBJECT_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_EXPENSIVE_OBJECT_IN_LOOP_EXPENSIVEOBJECT_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace clang::tidy::anomalloc {

enum class Building {
  Cheap,
  Regex,      ///< A regex of std, boost, Qt, RE2, PCRE, POCO, wxWidgets.
  OwnPattern, ///< A project's own class that looks like a regex.
  Named,      ///< A locale, by its name.
  Facet,      ///< A locale with a facet made for it.
  Converter,  ///< std::wstring_convert, which makes a facet.
  Engine,     ///< A random engine, filled from a device.
  Device,     ///< std::random_device.
  Table,      ///< A distribution that computes tables.
  File,       ///< A file opened to append.
  Constants   ///< A container of std with a braced list of constants.
};

/// The reason why \p Object is expensive to construct, or Cheap. \p Arguments
/// are the arguments as written.
Building kindOfConstruction(const CXXConstructExpr &Object,
                            llvm::ArrayRef<const Expr *> Arguments,
                            const ASTContext &Context);

/// Regex for a known class of regular expressions, OwnPattern for another class
/// whose name says that it is one, else Cheap.
Building patternClass(QualType Type);

/// The problem, for a message: "'std::regex' is compiled ... each time".
std::string problemOf(Building Kind, const std::string &Type);
/// The suggestion, for a message. \p Constant tells whether the object is made
/// of literals and constants alone.
std::string suggestionFor(Building Kind, bool Constant);

/// Whether \p S is made of literals and constants alone.
bool isConstant(const Stmt &S);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_EXPENSIVE_OBJECT_IN_LOOP_EXPENSIVEOBJECT_H
