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
/// `std::optional<T>`: a member or a local variable, smart (see Owners.h) or a
/// raw pointer that is deleted.
struct OwnedObject {
  /// The calls of make_unique<T> and new T, in the order of the walk.
  llvm::SmallVector<const Expr *, 2> Made;
  /// Each constructor, or the declaration, makes it, and nothing else makes or
  /// removes it.
  bool Always = false;
  /// Objects of the class are copied or moved as a whole: it would move along.
  bool MovesAlong = false;
  /// It is made where there is none yet: once at most, whatever loop that is
  /// in.
  bool OnlyIfNone = false;
  /// A C function that gets its address, and is not seen.
  const FunctionDecl *LentTo = nullptr;
};

/// Nothing if some use needs the pointer: it is released, swapped, moved or
/// handed out, a pointer or reference to the object may be kept, an object of
/// another type may be made, or a const method changes the object.
/// All uses of a member must be in view: see MembersInView.h.
std::optional<OwnedObject> ownedObject(const DeclaratorDecl &Owner,
                                       const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_OWNEDOBJECT_H
