//===- TypeParts.h - what a type is made of, and leads to -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one walk over a type. Questions that several checks ask with it stand in
// TypeReach.h.
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_TYPEPARTS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_TYPEPARTS_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace clang::tidy::anomalloc {

/// A type that another one is made of, or leads to.
struct TypePart {
  enum PartKind {
    Whole,    ///< Where the walk starts.
    Base,     ///< A base class.
    Field,    ///< A member, also of a closure: what it captures.
    Element,  ///< Of an array.
    Argument, ///< What a class template of std holds or refers to.
    Pointee,  ///< Behind a pointer or reference.
  };
  PartKind Is = Whole;
  QualType Type;
  const NamedDecl *Via = nullptr; ///< The base class or the member.
};

/// The parts of a type, one step deep: the bases and members of a class, which
/// must be defined. Of class templates of std the arguments come first, without
/// allocators and others that hold nothing; what is made of these alone, as
/// containers and strings are, has no other parts.
llvm::SmallVector<TypePart, 4> partsOf(QualType Type);

/// Class templates of std whose values refer only to what they own, unless what
/// they are made of refers to something else; and strings, streams and their
/// kin. An iterator of strings, or what compares them, has none.
bool isMadeOfItsArguments(const CXXRecordDecl &Record);

/// How a walk goes on behind a part.
enum class PartWalk {
  Found,  ///< This is it.
  Inside, ///< Its parts are looked at.
  Skip,   ///< They are not.
};

/// Walks over \p Type and its parts, each type once, until \p Ask finds one.
/// Types are canonical and unqualified there; that of a reference is still one.
bool findPart(QualType Type,
              llvm::function_ref<PartWalk(const TypePart &)> Ask);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_TYPEPARTS_H
