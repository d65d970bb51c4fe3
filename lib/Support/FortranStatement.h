//===- FortranStatement.h - what a statement makes blocks for ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A statement of Fortran is judged by its text. The text does not tell the
/// types of its names: `f(a)` may be a function or an element. What is not sure
/// is InDoubt.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_FORTRANSTATEMENT_H
#define ANOMALLOC_SUPPORT_FORTRANSTATEMENT_H

#include "Support/FortranSource.h"

namespace anomalloc {

/// What a block is made for: a row of FortranStatements.def.
enum class FortranWork {
#define ANOMALLOC_FORTRAN(Id, ...) Id,
#include "anomalloc/FortranStatements.def"
};

struct FortranStatement {
  FortranWork Work = FortranWork::Unknown;
  /// What the source says there, as "a(i,:)"; "" if that is not known.
  std::string Piece;
  /// Another part of the statement may be what the block is made for.
  bool InDoubt = false;
  /// In an assignment to a whole variable: the variable, if it is, or may be,
  /// allocatable, so that the assignment may allocate it.
  std::string Left;
};

/// What a block is made for that \p Text, of statementsAt(\p Line), asks for.
FortranStatement readStatement(const FortranText &Text,
                               const FortranSource &Source, uint32_t Line);

/// The same of all statements of \p Line. Several that may make blocks tell
/// nothing.
FortranStatement statementAt(const FortranSource &Source, uint32_t Line);

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_FORTRANSTATEMENT_H
