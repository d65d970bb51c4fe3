//===- FortranSource.h - statements of Fortran, by line ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compilers of Fortran give a temporary array, and the block of an `allocate`,
/// the line of the statement, and no more: gfortran the last line of it, flang
/// the first. So the text of the source is read. Lines that continue each other
/// are joined; comments, labels and the condition of an `if` are left out.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_FORTRANSOURCE_H
#define ANOMALLOC_SUPPORT_FORTRANSOURCE_H

#include "Support/FortranScopes.h"

namespace anomalloc {

/// Whether compilers, or fypp, take \p File for Fortran, by the end of its
/// name.
bool isFortranFile(llvm::StringRef File);
/// Whether they take it for the fixed form, with 72 columns.
bool isFixedFortranFile(llvm::StringRef File);

struct FortranText {
  /// Blanks are left out but for one between words, and what stands in quotes.
  std::string Text;
  /// What stands in each pair of quotes.
  std::vector<std::string> Literals;
};

/// The lines of a source, so that each is found at once. Refers to the text, in
/// which anything may stand. Takes bounded time. Not thread-safe.
class FortranSource {
public:
  FortranSource(llvm::StringRef Text, bool IsFixed);

  /// The statements that \p Line is a line of, the first line being 1; mostly
  /// one, none in a comment. At most MostLines lines are joined.
  std::vector<FortranText> statementsAt(uint32_t Line) const;

  /// What the declarations around each line tell.
  const fortran::Scopes &scopes() const { return Around; }

  /// Whether \p Name (in small letters) is allocatable at \p Line; none if the
  /// source does not tell. Of a component ("a%name") any declaration tells, and
  /// none if no one makes it so: a variable may have its name.
  std::optional<bool> isAllocatable(llvm::StringRef Name, uint32_t Line) const;
  /// What the declarations tell of the variable at \p Line whose part or whole
  /// \p S (in small letters) is. Of a component, those of components tell.
  std::optional<fortran::Variable> declared(llvm::StringRef S,
                                            uint32_t Line) const;
  /// Whether \p S is certainly one text, or a part of one.
  bool isText(llvm::StringRef S, uint32_t Line) const;

private:
  static constexpr uint32_t MostLines = 512;
  struct Code {
    llvm::StringRef Text; ///< Without comment and marks of continuation.
    bool Continues = false, IsContinued = false;
  };
  Code codeOf(uint32_t Index) const;
  Code fixedCodeOf(llvm::StringRef Line) const;

  std::vector<llvm::StringRef> Lines;
  bool IsFixed;
  fortran::Scopes Around;
};

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_FORTRANSOURCE_H
