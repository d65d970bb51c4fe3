//===- OwnedObject.h - what an owning pointer is used for -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_OWNEDOBJECT_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_OWNEDOBJECT_H

#include "utils/ast/References.h"
#include <optional>

namespace clang::tidy::anomalloc {

/// All that is done with a pointer that owns an object and could as well be a
/// `std::optional<T>`. The pointer is a member or a local variable. It is smart
/// (see Owners.h), or a raw pointer that is deleted.
struct OwnedObject {
  /// The calls of make_unique<T> and new T, in the order of the walk.
  llvm::SmallVector<const Expr *, 2> Made;
  /// Each constructor, or the declaration, makes the object. Nothing else makes
  /// or removes it.
  bool Always = false;
  /// Objects of the class around the pointer are copied or moved as a whole. An
  /// object in place would move along.
  bool MovesAlong = false;
  /// The object is made only where there is none yet: once at most, even in a
  /// loop.
  bool OnlyIfNone = false;
  /// A C function that gets the object's address and whose body is not seen.
  /// Null if there is none.
  const FunctionDecl *LentTo = nullptr;
};

/// The uses of \p Owner, all of which must be in view for a member: see
/// MembersInView.h. Nullopt if some use needs the pointer: the pointer is
/// released, swapped, moved or handed out, a pointer or reference to the object
/// is kept, an object of another type is made, or a const method changes the
/// object. A use that may do so counts, too.
std::optional<OwnedObject> ownedObject(const DeclaratorDecl &Owner,
                                       const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_OWNEDOBJECT_H
