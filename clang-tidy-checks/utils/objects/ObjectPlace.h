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
    Accessor, ///< What a function returns a reference to: anything inside.
  };
  StepKind Kind;
  QualType Of; ///< The object that the step starts from.
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
  QualType Type; ///< Of the object itself.

  QualType rootType() const { return Steps.empty() ? Type : Steps[0].Of; }

  /// Whether the object is a part of the variable itself, or what it owns.
  bool isInVariable() const;
  /// The same for a variable of this function, which only it can name unless a
  /// reference escapes.
  bool isInLocal() const { return Root == Local && isInVariable(); }
};

using ObjectPlaces = llvm::SmallVector<ObjectPlace, 2>;

/// The places that the object may stand at which \p E denotes. Local
/// references, iterators and pointers are resolved to what they were bound to.
ObjectPlaces placesOf(const Expr &E, const FunctionFlow &Flow);

/// The same without a function's control flow: what a pointer points to is then
/// known only if it cannot be changed.
ObjectPlaces placesOf(const Expr &E);

/// The same for what a pointer, smart pointer or iterator points to.
ObjectPlaces pointeesOf(const Expr &E, const FunctionFlow &Flow);

/// Those of the pointee if \p E is the value of a pointer, else of the object:
/// what a call on it, or with it as an argument, can change.
ObjectPlaces placesReached(const Expr &E, const FunctionFlow &Flow);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_OBJECTPLACE_H
