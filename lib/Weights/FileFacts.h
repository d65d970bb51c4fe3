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

/// What a unit shows of a file of the user that it reads. It travels as the
/// message of a diagnostic:
///
///   anomalloc-file: no C++; cold file;
struct FileFacts {
  /// Adds what another unit shows of the same file.
  void add(const FileFacts &Other);

  std::string message() const;
  /// Nullopt: the text is no such message.
  static std::optional<FileFacts> parse(llvm::StringRef Message);

  bool Cold = false;  ///< One of the ColdFiles.
  bool NoCxx = false; ///< Of another language: no check looks at it.
};

/// The check of this name says it, one diagnostic a file, at its start. It is
/// for `anomalloc lint` alone, and silent without its option.
constexpr char FileFactsCheckName[] = "internal-file-facts";
constexpr char FileFactsOption[] = "Tell";

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_FILEFACTS_H
