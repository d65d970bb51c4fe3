//===- StdTypes.h - which type of the standard library ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_STDTYPES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_STDTYPES_H

#include "clang/AST/Type.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace clang {
class CXXMemberCallExpr;
class CallExpr;
class Decl;
class Expr;
class FunctionDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

/// \name Types
/// Aliases, qualifiers, references and inline namespaces (std::__1,
/// std::__cxx11) are looked through; pointers are not.
/// @{

/// The name of a class of namespace std: "vector", "basic_string"; also of its
/// inner namespaces: "monotonic_buffer_resource" of std::pmr. "" for anything
/// else.
llvm::StringRef stdName(QualType Type);
/// Whether the type is a class of std that has one of \p Names.
bool isStd(QualType Type, llvm::ArrayRef<llvm::StringRef> Names);
/// basic_string, of any character.
bool isStdString(QualType Type);
/// vector (not of bool), deque, list, map, set and their kin, and basic_string.
bool isStdContainer(QualType Type);
/// Containers that keep each element in a node of its own.
bool isStdNodeContainer(QualType Type);
/// Whether one of the template arguments is a polymorphic_allocator.
bool hasPolymorphicAllocator(QualType Type);
/// The \p Index th template argument if it is a type, else null.
QualType typeArgument(QualType Type, unsigned Index);

/// Whether \p D belongs to the standard library, also within a class or in the
/// namespace of libstdc++'s own iterators.
bool isOfStd(const Decl &D);

/// @}
/// \name Calls
/// @{

/// The name of a method called on an object ("push_back"), "" for operators,
/// conversions and other calls.
llvm::StringRef methodName(const Expr &Call);
/// The object that a method or overloaded operator is called on, or null.
const Expr *calledOn(const Expr &Call);
/// Whether \p F is a function of namespace std, no member, that has one of
/// \p Names.
bool isStdFunction(const FunctionDecl &F,
                   llvm::ArrayRef<llvm::StringRef> Names);

/// @}

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_STDTYPES_H
