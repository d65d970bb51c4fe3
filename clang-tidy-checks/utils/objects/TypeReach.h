//===- TypeReach.h - can a type reach another -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   type                    isHandle   mayHoldReference   to int   leadsTo int
//   int *, span<int>        yes        yes                yes      yes
//   vector<int *>           no         yes                yes      yes
//   vector<int>             no         no                 no       yes
//   list<int>::iterator     yes        yes                yes      yes
//   function<void()>, any   yes, no    yes                yes      yes
//   class Undefined         no         yes                yes      yes
//
// Answers are kept as long as the ASTContext of the type. Each context may be
// asked by one thread at a time.
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_TYPEREACH_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_TYPEREACH_H

#include "clang/AST/Type.h"

namespace clang {
class CXXRecordDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Whether objects of the type are themselves references to memory that is not
/// their own: pointers, iterators, views, std::function, and classes that hold
/// one of these and have no destructor of their own. A container of pointers is
/// none: to change its elements changes nothing else.
bool isHandle(QualType Type);

/// Whether the class is a smart pointer of std, or an iterator: its pointee is
/// no part of it.
bool isStdPointer(const CXXRecordDecl &Record);

/// Whether a value of this type may refer to an object that it does not own:
/// pointers, references, views, iterators, closures, and classes and containers
/// of such. With \p To, only references to an object of type \p To or to a part
/// of one count. True when in doubt.
bool mayHoldReference(QualType Type, QualType To = QualType());

/// Whether an object of type \p From, or what it points to, has or leads to one
/// of type \p To (or of a base or derived class): through members, elements and
/// pointers. True when in doubt, and for a null type.
bool leadsTo(QualType From, QualType To);

/// Whether the types are one class, or base and derived class. Other types are
/// related if they are the same. Qualifiers and references do not matter.
bool areRelated(QualType A, QualType B);

/// Whether a class has a pointer in which it can keep a block of memory. The
/// pointer is in a member or base that is the user's. Classes of std, and
/// pointers that count their copies, keep their own blocks and do not count.
bool canKeepBlocks(const CXXRecordDecl &Record);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_TYPEREACH_H
