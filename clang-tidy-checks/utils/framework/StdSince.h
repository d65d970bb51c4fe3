//===- StdSince.h - what the standard in use has ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_STDSINCE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_STDSINCE_H

namespace clang {
class LangOptions;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Parts of the standard library that advice names.
enum class StdPart {
  Array,           ///< std::array
  TransparentLess, ///< std::less<>
  StringView,      ///< std::string_view
  Optional,        ///< std::optional
  TryEmplace,      ///< try_emplace of maps
  FromChars,       ///< std::from_chars
  Pmr,             ///< std::pmr
  TransparentHash, ///< look-ups by other types in unordered containers
  Span,            ///< std::span
  Mdspan,          ///< std::mdspan
};

/// Whether the language standard in use has \p Part. Advice to use a missing
/// part helps nobody.
bool hasStd(StdPart Part, const LangOptions &Language);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_STDSINCE_H
