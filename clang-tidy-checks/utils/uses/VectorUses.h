//===- VectorUses.h - which operations a vector takes part in ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uses.h tells what happens to an object. This file tells which operations name
// the object, for changes that give it another type: std::array, a small
// vector, a flat vector. Only the operation directly around the name counts.
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_VECTORUSES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_VECTORUSES_H

#include "utils/ast/References.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang::tidy::anomalloc {

enum class VectorUseKind {
  Element,  ///< v[i], v.at(i), v.front(), v.back(); also of built-in arrays.
  Size,     ///< v.size(), v.empty(), std::size(v), ...
  Position, ///< v.begin(), v.data(), std::end(v), ...
  Loop,     ///< for (... : v)
  View,     ///< A span is made of it.
  Capture,  ///< A lambda captures it by reference; its body's uses count apart.
  Alias,    ///< Another variable is bound to it by reference.
  Reserve,  ///< v.reserve(n), v.shrink_to_fit().
  Resize,   ///< v.resize(n), v.resize(n, x), v.assign(n, x).
  Append,   ///< v.push_back(x), v.emplace_back(x).
  Change,   ///< Any other member function: clear, insert, erase, swap, ...
  Assign,   ///< v = x.
  Whole,    ///< Copied, moved, passed, returned, compared, or unknown.
};

struct VectorUse {
  VectorUseKind Kind = VectorUseKind::Whole;
  /// The call, operator, construction or loop around the name. Null for an
  /// alias.
  const Stmt *By = nullptr;
  const VarDecl *Alias = nullptr;
};

/// What is done with the vector, array or deque that \p E names. \p E is a
/// reference that \p Index knows, or an expression between such a reference and
/// its function.
VectorUse vectorUse(const Expr &E, const ReferenceIndex &Index);

/// Whether an expression of iterator type that is taken from a vector keeps its
/// meaning, and compiles, if the iterator becomes a pointer: it is only
/// compared, dereferenced, counted, or handed to templates of std.
bool staysValidAsPointer(const Expr &Position, const ReferenceIndex &Index);

/// Whether a member is named only because a defaulted operation of its class
/// copies, moves or compares it.
bool isMemberwise(const Expr &Reference, const ReferenceIndex &Index);

/// Whether \p Allowed holds for every use of \p V, and of the variables of
/// deduced type that are bound to it by reference. False if there are too many
/// to follow.
bool everyUse(const ValueDecl &V, const ReferenceIndex &Index,
              llvm::function_ref<bool(const VectorUse &)> Allowed);

/// Whether the use compiles, and means the same, with a container of another
/// type that has the same elements. That holds for elements, sizes, loops,
/// spans, and positions that stay valid as pointers.
bool suitsAnyArray(const VectorUse &U, const ReferenceIndex &Index);

/// How a vector is made. `vector<T> v(n, x)`, `= vector<T>(n)`, `{a, b}`, `v`.
struct VectorInit {
  enum Form { Empty, Count, List, Other } Is = Other;
  const Expr *Size = nullptr;  ///< For Count: the number of elements.
  const Expr *Value = nullptr; ///< For Count: the value, if written.
  const InitListExpr *Elements = nullptr; ///< For List: the elements.
  const CXXConstructExpr *Construct = nullptr;
};
/// The form of the initialiser \p Init. A null \p Init is Empty.
VectorInit vectorInit(const Expr *Init);

/// The v.resize(n) or v.assign(n, x) that stands in the block of \p Statement,
/// which declares \p V, before any other use of V. Null if there is no such
/// call.
const CXXMemberCallExpr *resizeBehind(const DeclStmt &Statement,
                                      const VarDecl &V,
                                      const ReferenceIndex &Index);

/// The type of the elements of \p Container, if possible as the source writes
/// it.
QualType writtenElement(QualType Container);

/// The value of \p E if it is an integer expression with a constant value that
/// is not negative; else nullopt.
std::optional<uint64_t> constantOf(const Expr *E, const ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_VECTORUSES_H
