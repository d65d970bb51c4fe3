//===- TextSource.h - what a std::string is made of -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   find("a key of many characters")      Literal, of 24 characters
//   std::string Name(Argument)            Pointer
//   std::string Text(Buffer.get(), N)     Range
//   std::string(Line.begin(), Colon)      Iterators
//   std::string(View)                     View
//   Line.substr(0, Colon)                 Substring
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_TEXTSOURCE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_TEXTSOURCE_H

#include "clang/AST/Type.h"
#include <optional>
#include <string>

namespace clang {
class CXXConstructExpr;
class CXXMemberCallExpr;
class Expr;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Characters that exist already, which an expression copies into a new
/// std::string of char.
struct TextSource {
  enum Kind { None, Literal, Pointer, Range, Iterators, View, Substring };

  explicit operator bool() const { return Is != None; }
  /// Whether two arguments together tell where the text is, so that no single
  /// expression could take the place of the string.
  bool isPair() const { return Is == Range || Is == Iterators; }
  /// Whether the copy may need heap memory. A text of known length needs it if
  /// the text is longer than a std::string holds in place (in libstdc++; libc++
  /// holds 22).
  bool mayAllocate() const {
    return Is != None && (!Length || *Length > InPlace);
  }
  /// Whether the copy needs heap memory for certain.
  bool allocates() const { return Is == Literal && mayAllocate(); }
  /// For a message: "a string literal of 24 characters", "a 'char *'".
  std::string describe() const;

  static constexpr uint64_t InPlace = 15;

  Kind Is = None;
  const Expr *Chars = nullptr;    ///< The pointer, view or object copied from.
  std::optional<uint64_t> Length; ///< The number of characters, or a bound.
  /// The construction of the string; null if Is is Substring.
  const CXXConstructExpr *Construct = nullptr;
  /// The call of substr() if Is is Substring, else null.
  const CXXMemberCallExpr *Substr = nullptr;
};

/// Whether \p Type is std::string, with the allocator of std.
bool isPlainString(QualType Type);

/// The length of the text \p E: of a literal of char, of the longer one of two
/// (`C ? "a" : "b"`), or of a constant that a literal initialises. Nullopt for
/// anything else.
std::optional<uint64_t> literalLength(const Expr &E);

TextSource textSourceOf(const Expr &String, const ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_TEXTSOURCE_H
