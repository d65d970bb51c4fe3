//===- FortranNames.h - what the names in a statement may be ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `f(a)` may be an element of an array or a call of a function. The
/// declarations of the source tell, or leave it open. All texts are in small
/// letters.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_FORTRANNAMES_H
#define ANOMALLOC_SUPPORT_FORTRANNAMES_H

#include "Support/FortranSource.h"

namespace anomalloc::fortran {

/// The names as they are at Line.
struct Names {
  const FortranSource &Source;
  const uint32_t Line;

  std::optional<Variable> variable(llvm::StringRef Name) const {
    return Source.scopes().variable(Name, Line);
  }
  /// Whether the declarations leave open that the variable \p S is an array.
  bool mayBeArray(llvm::StringRef S) const;
  /// What the declarations tell of the variable, or of the component, whose
  /// part or whole \p S is.
  std::optional<Variable> declared(llvm::StringRef S) const {
    return Source.declared(S, Line);
  }
  /// Whether the declarations leave open that \p S is of a type with
  /// components.
  bool mayBeObject(llvm::StringRef S) const {
    const std::optional<Variable> Its = declared(S);
    return !Its || Its->IsObject;
  }
  /// Whether \p S is, or is a part of, what is declared as an array.
  bool isArray(llvm::StringRef S) const {
    const std::optional<Variable> Its = declared(S);
    return Its && Its->IsArray;
  }
  /// Whether \p S takes elements of an array, or of a part of one, by an array
  /// of indices.
  bool hasVectorSubscript(llvm::StringRef S) const;
  /// Whether \p S calls a function that is known: of the language, or defined
  /// in the source, and no array of that name is declared; or has no arguments.
  bool callsFunction(llvm::StringRef S) const;
  /// Whether \p S, "a%b(i)", may call a function: no variable has that name.
  bool mayCallFunction(llvm::StringRef S) const;
};

} // namespace anomalloc::fortran

#endif // ANOMALLOC_SUPPORT_FORTRANNAMES_H
