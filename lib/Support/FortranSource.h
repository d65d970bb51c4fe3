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

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace anomalloc {

/// Whether compilers take \p File for Fortran, by the end of its name.
bool isFortranFile(llvm::StringRef File);
/// Whether they take it for the fixed form, with 72 columns.
bool isFixedFortranFile(llvm::StringRef File);

/// The lines of a source, so that each is found at once. Refers to the text, in
/// which anything may stand. Takes bounded time. Not thread-safe.
class FortranSource {
public:
  FortranSource(llvm::StringRef Text, bool IsFixed);

  /// The statements that \p Line is a line of, the first line being 1; mostly
  /// one, none in a comment. Blanks are left out but for one between words, and
  /// what stands in quotes. At most MostLines lines are joined.
  std::vector<std::string> statementsAt(uint32_t Line) const;

  /// The function that \p Line is in, and the name of its result, in small
  /// letters. Both are "" in a subroutine or a main program.
  std::pair<std::string, std::string> functionAround(uint32_t Line) const;

  /// Whether the nearest declaration of \p Name (in small letters) above
  /// \p Line makes it allocatable; none if no line above declares it. Of a
  /// component ("a%name") any declaration tells, and none if no one makes it
  /// so: a variable may have its name.
  std::optional<bool> isAllocatable(llvm::StringRef Name, uint32_t Line) const;

  /// Whether the source defines a function of that name (in small letters).
  bool hasFunction(llvm::StringRef Name) const;

private:
  static constexpr uint32_t MostLines = 512;
  struct Code {
    llvm::StringRef Text; ///< Without comment and marks of continuation.
    bool Continues = false, IsContinued = false;
  };
  /// Lines that are looked at for what stands around a statement, in all: a
  /// source may be made to cost time.
  mutable size_t Left = 1 << 24;
  Code codeOf(uint32_t Index) const;
  Code fixedCodeOf(llvm::StringRef Line) const;

  std::vector<llvm::StringRef> Lines;
  std::string Small; ///< The text in small letters.
  bool IsFixed;
};

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_FORTRANSOURCE_H
