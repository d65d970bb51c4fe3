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
  /// Whether two arguments tell where the text is: nothing takes them alone.
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
  std::optional<uint64_t> Length; ///< Or a bound of it.
  const CXXConstructExpr *Construct = nullptr; ///< All but Substring.
  const CXXMemberCallExpr *Substr = nullptr;   ///< Substring.
};

/// Whether this is std::string, with the allocator of std.
bool isPlainString(QualType Type);

/// The length of a literal of char, of the longer one of `C ? "a" : "b"`, and
/// of a constant array that a literal initialises.
std::optional<uint64_t> literalLength(const Expr &E);

TextSource textSourceOf(const Expr &String, const ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_TEXTSOURCE_H
