//===- Options.h - options that all checks share ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_OPTIONS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_OPTIONS_H

#include "clang-tidy/ClangTidyCheck.h"
#include <string>

namespace clang::tidy::anomalloc {

/// The options that every check understands. Each is read as
/// `anomalloc-<check>.<Name>`, or as plain `<Name>` for all checks at once.
struct CommonOptions {
  explicit CommonOptions(const ClangTidyCheck::OptionsView &View);
  void store(const ClangTidyCheck::OptionsView &View,
             ClangTidyOptions::OptionMap &Map) const;

  /// Types that own heap memory though it does not show: regular expressions,
  /// separated by `;`, searched in the name, or in the qualified name if they
  /// have a `::`. Default: none.
  const std::string HeapOwningTypes;
  /// Report hints as well (see Level.h), as remarks. Default: false.
  const bool Hints;
  /// Add to each finding the note for tools (see Level.h). Default: false.
  const bool Levels;
  /// Report also lines on which a stock clang-tidy check says the same.
  /// Default: false.
  const bool AlsoReportStock;
  /// Lint weights: a JSON file that `anomalloc export --format=lint-weights`
  /// writes. Lines that it knows are judged by what was measured instead of by
  /// loops. Default: none.
  const std::string Profile;
  /// With a profile: the number of allocations below which a line is cold.
  /// Default: 1000.
  const unsigned MinAllocations;
  /// A regular expression for cold files, see ColdFiles. In a cold file, a line
  /// is reported only if a profile measured the line. Default: tests, examples,
  /// benchmarks.
  const std::string ColdFiles;
  /// The project's folder, absolute; cold files are looked for below it.
  /// Default: not known.
  const std::string Root;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_OPTIONS_H
