//===- Owners.h - pointers that own, and what makes their objects -*- C++
//-*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_OWNERS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_OWNERS_H

#include "clang/AST/Type.h"
#include <optional>

namespace clang {
class ASTContext;
class CXXRecordDecl;
class Expr;
} // namespace clang

namespace clang::tidy::anomalloc {

enum class Ownership {
  None,
  Alone,  ///< unique_ptr, scoped_ptr, auto_ptr: it frees the object at its end.
  Shared, ///< shared_ptr: the last owner frees the object at its end.
};

/// How a smart pointer of std, boost or Qt owns its object. None for a smart
/// pointer with a deleter of its own. None for a raw pointer, too: only its
/// uses show whether it owns.
Ownership ownershipOf(QualType Type);

/// The type that an owner, or a raw pointer, points to; null for other types.
QualType ownedType(QualType Owner);

/// The object or block that an expression allocates.
struct Allocated {
  /// The class of a single object; null for arrays and raw memory.
  QualType Object;
  /// The number of elements or bytes of a block, if it is an argument.
  const Expr *Size = nullptr;
  /// `new T`, or the call.
  const Expr *By = nullptr;
  /// The value may be a null pointer instead: `c ? new T : nullptr`.
  bool MayBeNull = false;
};

/// The allocation that gives \p Value: `new T(...)`, `new T[n]`, `malloc(n)`, a
/// call of a function that is seen to return a block that it allocates;
/// `std::make_unique<T>(...)`, `make_shared`. The allocation is found also
/// where an owner is made of its result, or a condition chooses between the
/// result and null. Nullopt for any other value.
std::optional<Allocated> allocatedBy(const Expr &Value);

/// Whether \p Value is `nullptr`, `0`, `{}`, or an owner of nothing.
bool isNullOwner(const Expr &Value);

/// Whether anybody can move or copy an object of the class. An owner that holds
/// such an object in place, without a pointer, needs that to be moved or copied
/// itself.
bool canMove(const CXXRecordDecl &Class);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_OWNERS_H
