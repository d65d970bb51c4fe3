//===- FortranParts.h - the parts of a statement of Fortran -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Works on statements of FortranSource::statementsAt(), in small letters.
/// Anything may stand in them.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_FORTRANPARTS_H
#define ANOMALLOC_SUPPORT_FORTRANPARTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

namespace anomalloc::fortran {

using Parts = llvm::SmallVector<llvm::StringRef, 8>;

inline bool isPartOfName(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Index of what closes the bracket at \p Open; npos if nothing does.
size_t closing(llvm::StringRef S, size_t Open);
/// Index of the first \p C from \p From on, outside of brackets; npos if there
/// is none.
size_t findOutside(llvm::StringRef S, char C, size_t From = 0);
/// Index of \p Word, before a blank, in \p S; npos if there is none.
size_t findWord(llvm::StringRef S, llvm::StringRef Word);
/// What commas outside of brackets part.
Parts partsOf(llvm::StringRef S);
/// Index of the '=' of an assignment; npos if \p S is none.
size_t findAssignment(llvm::StringRef S);
/// Whether one of \p Subscripts is a range.
bool haveRange(const Parts &Subscripts);

/// What stands for a variable or a part of one, as "a%b(i,:)".
struct Designator {
  bool IsOne = false;
  bool HasBrackets = false; ///< The last part has them.
  bool IsSection = false;
  /// Of a section: elements certainly lie apart, if the array lies in a row.
  bool IsApart = false;
  /// Of these: they lie in a row if the dimensions change places.
  bool IsTransposed = false;
};
Designator readDesignator(llvm::StringRef S);
/// What follows the last '%' of a designator: "b(i)" of "a%b(i)".
llvm::StringRef lastPart(llvm::StringRef S);

/// A statement that declares variables.
struct Declaration {
  Parts Attributes; ///< The type comes first, if one stands there.
  Parts Names;      ///< With what follows each: "x(n)", "y=1".
  /// The attribute \p Name with its brackets; "" if it is not there.
  llvm::StringRef attribute(llvm::StringRef Name) const;
  bool has(llvm::StringRef Name) const { return !attribute(Name).empty(); }
  bool isOfTexts() const { return isOf("character"); }
  /// Whether the type begins with \p Word.
  bool isOf(llvm::StringRef Word) const {
    return !Attributes.empty() && Attributes.front().starts_with(Word);
  }
};
/// None if \p S declares none.
std::optional<Declaration> readDeclaration(llvm::StringRef S);

} // namespace anomalloc::fortran

#endif // ANOMALLOC_SUPPORT_FORTRANPARTS_H
