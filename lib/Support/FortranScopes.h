//===- FortranScopes.h - where names of Fortran are declared ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A declaration counts in its own scope and in the procedures that the scope
/// contains. The scopes are found by the statements that begin and end them.
/// Anything may stand in these: a scope may lack its end, or its beginning.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_FORTRANSCOPES_H
#define ANOMALLOC_SUPPORT_FORTRANSCOPES_H

#include "Support/FortranParts.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace anomalloc::fortran {

/// What the declarations of one scope tell of a name.
struct Variable {
  bool IsAllocatable = false;
  bool IsArray = false;
  bool IsConstant = false;
  bool IsText = false;
  bool IsObject = false; ///< Of a type with components.
  /// A dummy argument, or a function's result: its caller has the memory.
  bool IsHandedIn = false;
  /// It is declared elsewhere: it stands in the list of a `use`.
  bool IsForeign = false;
};

/// The first statement of a procedure.
struct Head {
  llvm::StringRef Kind; ///< "function", "subroutine", or "procedure".
  llvm::StringRef Name;
  llvm::StringRef Result; ///< The name of a function's result; else "".
  Parts Arguments;
};
std::optional<Head> readHead(llvm::StringRef S);

/// The function that a line is in.
struct FunctionAround {
  std::string Name, Result; ///< "" in a subroutine or a main program.
  bool IsInLoop = false;    ///< A `do` stands around the line.
};

/// Not thread-safe.
class Scopes {
public:
  /// Takes the statement that begins at \p Line, in small letters. Lines never
  /// fall.
  void add(llvm::StringRef Statement, uint32_t Line);

  /// The variable of that name (in small letters) at \p Line; none if the
  /// source does not tell.
  std::optional<Variable> variable(llvm::StringRef Name, uint32_t Line) const;

  /// The function that \p Line is in.
  FunctionAround functionAround(uint32_t Line) const;

  bool hasFunction(llvm::StringRef Name) const {
    return Functions.contains(Name);
  }
  /// Whether a declaration anywhere makes \p Name allocatable.
  bool someIsAllocatable(llvm::StringRef Name) const {
    return Allocatables.contains(Name);
  }
  /// Whether a declaration anywhere is one of a variable \p Name.
  bool someIsVariable(llvm::StringRef Name) const {
    return Variables.contains(Name);
  }
  /// What all components of that name are, of any type: IsText if each is one,
  /// IsArray and IsObject if some are. None if no type has it.
  std::optional<Variable> component(llvm::StringRef Name) const;

private:
  struct Scope {
    llvm::StringRef Kind; ///< The word that follows its `end`. A literal.
    uint32_t First = 0, Last = UINT32_MAX; ///< Lines.
    std::optional<size_t> Host;
    bool Contains = false; ///< It has had its `contains`.
    /// Of a function. A loop has its label in place of a name.
    std::string Name, Result;
    llvm::StringMap<Variable> Variables;
  };
  void open(llvm::StringRef Kind, uint32_t Line);
  void close(size_t Index, uint32_t Line);
  void openProcedure(const Head &Its, uint32_t Line);
  bool openLoop(llvm::StringRef S, uint32_t Line);
  bool openOther(llvm::StringRef S, uint32_t Line);
  bool end(llvm::StringRef S, uint32_t Line);
  void declare(llvm::StringRef S);
  std::optional<size_t> scopeAt(uint32_t Line) const;

  std::vector<Scope> All;        ///< By their first lines.
  std::optional<size_t> Current; ///< The innermost one that has no end yet.
  llvm::StringSet<> Functions, Allocatables;
  llvm::StringSet<> Variables; ///< Components, too.
  llvm::StringMap<Variable> Components;
  /// Scopes that are looked at, in all: a source may be made to cost time.
  mutable size_t Left = 1 << 24;
};

} // namespace anomalloc::fortran

#endif // ANOMALLOC_SUPPORT_FORTRANSCOPES_H
