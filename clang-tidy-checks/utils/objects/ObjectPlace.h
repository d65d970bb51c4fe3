//===- ObjectPlace.h - where an object stands -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_OBJECTPLACE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_OBJECTPLACE_H

#include "clang/AST/Type.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class Expr;
class FieldDecl;
class VarDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

class FunctionFlow;

/// One step from an object to a part of it, or to what it keeps.
struct PlaceStep {
  enum StepKind {
    Field,    ///< A member.
    Element,  ///< An element of a container or array.
    Owned,    ///< What a unique_ptr or an optional holds.
    Shared,   ///< What a shared_ptr or another smart pointer refers to.
    Accessor, ///< Anything inside, to which a function returns a reference.
  };
  StepKind Kind;
  QualType Of; ///< The type of the object that the step starts from.
  const FieldDecl *Member = nullptr;
};

/// Where an object stands: a root and the steps from there.
struct ObjectPlace {
  enum RootKind {
    Unknown,
    Local,     ///< A variable of this function that holds the object itself.
    Parameter, ///< What a reference of unknown origin refers to.
    Global,    ///< A variable with static storage.
    This,      ///< *this
    Pointee,   ///< What a pointer of unknown origin points to.
    Temporary, ///< Gone at the end of the full expression.
  };
  RootKind Root = Unknown;
  const VarDecl *Variable = nullptr;
  llvm::SmallVector<PlaceStep, 4> Steps;
  QualType Type; ///< The type of the object, behind all Steps.

  QualType rootType() const { return Steps.empty() ? Type : Steps[0].Of; }

  /// Whether the object is the variable itself, a part of it, or owned by it.
  bool isInVariable() const;
  /// Whether the object is a local variable of this function, a part of it, or
  /// owned by it. Only the function can name the variable, unless a reference
  /// escapes.
  bool isInLocal() const { return Root == Local && isInVariable(); }
};

using ObjectPlaces = llvm::SmallVector<ObjectPlace, 2>;

/// The places where the object that \p E denotes may stand. Local references,
/// iterators and pointers are resolved to what they were bound to.
ObjectPlaces placesOf(const Expr &E, const FunctionFlow &Flow);

/// The places of the object that \p E denotes, without a function's control
/// flow. What a pointer points to is then known only if the pointer cannot be
/// changed.
ObjectPlaces placesOf(const Expr &E);

/// The places where the object may stand that \p E, a pointer, smart pointer or
/// iterator, points to.
ObjectPlaces pointeesOf(const Expr &E, const FunctionFlow &Flow);

/// The places of the pointee if \p E is the value of a pointer, else the places
/// of the object that \p E denotes. A call on \p E, or with \p E as an
/// argument, can change the objects there.
ObjectPlaces placesReached(const Expr &E, const FunctionFlow &Flow);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_OBJECTPLACE_H
