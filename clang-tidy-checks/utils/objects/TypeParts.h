//===- TypeParts.h - what a type is made of, and leads to -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one walk over a type and its parts. TypeReach.h has the questions that
// several checks answer with this walk.
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

/// The parts of a type, one step deep. A class has its bases and members as
/// parts; it must be defined. A class template of std has its template
/// arguments as first parts, without allocators and others that hold nothing.
/// It has no other parts if it is made of its arguments alone, as containers
/// and strings are.
llvm::SmallVector<TypePart, 4> partsOf(QualType Type);

/// Whether the class is a template of std whose values refer only to what they
/// own, unless one of its arguments refers to something else. Strings, streams
/// and their kin are included. An iterator of strings, or a class that compares
/// strings, is not made of strings.
bool isMadeOfItsArguments(const CXXRecordDecl &Record);

/// How a walk goes on behind a part.
enum class PartWalk {
  Found,  ///< The walk ends: the part is what was looked for.
  Inside, ///< The parts of the part are looked at.
  Skip,   ///< The parts of the part are not looked at.
};

/// Walks over \p Type and its parts, each type once, until \p Ask answers
/// Found. Returns whether it did. The types that \p Ask gets are canonical and
/// unqualified; references are kept.
bool findPart(QualType Type,
              llvm::function_ref<PartWalk(const TypePart &)> Ask);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_TYPEPARTS_H
