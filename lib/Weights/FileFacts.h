//===- FileFacts.h - what a unit shows of its files -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_WEIGHTS_FILEFACTS_H
#define ANOMALLOC_WEIGHTS_FILEFACTS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace anomalloc {

/// The facts that a unit shows about a file of the user that the unit reads.
/// They travel as the message of a diagnostic:
///
///   anomalloc-file: no C++; cold file;
struct FileFacts {
  /// Adds the facts that another unit shows about the same file.
  void add(const FileFacts &Other);

  std::string message() const;
  /// Nullopt: the text is no such message.
  static std::optional<FileFacts> parse(llvm::StringRef Message);

  bool Cold = false;  ///< The option ColdFiles names the file.
  bool NoCxx = false; ///< The file is not C++, so no check looks at it.
};

/// The name of the check that reports the facts about a file. The check gives
/// one diagnostic for each file, at the start of the file. Only `anomalloc
/// lint` uses this check. Without the option FileFactsOption the check reports
/// nothing.
constexpr char FileFactsCheckName[] = "internal-file-facts";
constexpr char FileFactsOption[] = "Tell";

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_FILEFACTS_H
