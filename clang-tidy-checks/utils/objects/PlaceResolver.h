//===- PlaceResolver.h - finds where an object stands -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to ObjectPlace. What variables and expressions denote is told in
// ObjectPlace.cpp, what calls return in PlacesOfCalls.cpp, and what pointers
// point to in PlacesOfPointees.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_PLACERESOLVER_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_PLACERESOLVER_H

#include "utils/objects/ObjectPlace.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace clang::tidy::anomalloc::places {

/// Adds the places of an expression to a list. Each question has its own
/// Resolver.
class Resolver {
public:
  /// Without a flow, what is assigned to pointers is not known.
  explicit Resolver(const FunctionFlow *Flow) : Flow(Flow) {}

  void object(const Expr &E, ObjectPlaces &Out);
  void pointee(const Expr &E, ObjectPlaces &Out);

private:
  void variable(const VarDecl &V, QualType Type, ObjectPlaces &Out);
  void call(const CallExpr &Call, ObjectPlaces &Out);
  void pointeeOfCall(const CallExpr &Call, ObjectPlaces &Out);
  void pointeeOfVariable(const VarDecl &V, QualType Type, ObjectPlaces &Out);
  void origins(const CallExpr &Call, ObjectPlaces &Out);

  static void root(ObjectPlace::RootKind Kind, const VarDecl *V, QualType Type,
                   ObjectPlaces &Out) {
    ObjectPlace P;
    P.Root = Kind;
    P.Variable = V;
    P.Type = Type.getNonReferenceType();
    Out.push_back(std::move(P));
  }
  /// Adds the places that are one step further than the places of \p E. With
  /// \p IsPointer, the step starts at the pointee of \p E instead.
  void step(const Expr &E, bool IsPointer, PlaceStep::StepKind Kind,
            const FieldDecl *Member, QualType To, ObjectPlaces &Out) {
    ObjectPlaces Base;
    IsPointer ? pointee(E, Base) : object(E, Base);
    for (ObjectPlace &P : Base) {
      P.Steps.push_back({Kind, P.Type, Member});
      P.Type = To.getNonReferenceType();
      Out.push_back(std::move(P));
    }
  }

  const FunctionFlow *Flow;
  llvm::SmallPtrSet<const Decl *, 8> Open; ///< Being resolved.
  unsigned Depth = 0;
};

/// The expression in \p E that names the same object without parentheses and
/// conversions.
const Expr &plain(const Expr &E);

/// The object that a method or an overloaded operator is called on. Null for
/// other calls.
const Expr *objectOf(const CallExpr &Call);
/// Whether the expression that objectOf() gives is a pointer to the object.
bool objectIsPointer(const CallExpr &Call);

/// The name of \p D if it is an identifier, else "".
llvm::StringRef nameOf(const NamedDecl &D);

} // namespace clang::tidy::anomalloc::places

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_PLACERESOLVER_H
