//===- MeetingFixes.h - fixes that must not be joined -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// // Each fix is sound by itself. Together they may be not:
//
//   const auto List = X.List;     one makes it `const auto &List`,
//                                 the other says `std::move(X.List)`
//   keep(List); keep(X.List);     one uses the object that the other moves
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_MEETINGFIXES_H
#define ANOMALLOC_LINT_MEETINGFIXES_H

#include "Review/SourceFiles.h"

namespace anomalloc::lint {

/// Knows the tokens of files that are fixed. Not thread-safe.
class MeetingFixes {
public:
  explicit MeetingFixes(SourceFiles &Files) : Files(Files) {}

  /// Whether the fixes of both findings must not be joined. They meet if they
  /// change bytes that overlap or touch. Fixes of two checks also meet if they
  /// change one statement of a function, or if one moves an object away that
  /// the statement of the other names. Added #includes do not count.
  bool meet(const Finding &A, const Finding &B);

private:
  /// The ends of statements, and all names.
  struct FileTokens {
    /// Offsets at which functions, and other declarations outside of functions,
    /// end.
    std::vector<unsigned> Functions;
    std::vector<unsigned> Semicolons;
    std::vector<std::pair<unsigned, llvm::StringRef>> Names;

    bool inOneFunction(const Edit &A, const Edit &B) const;
    /// The bytes of the statement around an edit, from the last semicolon
    /// before the edit to the next semicolon behind it.
    std::pair<unsigned, unsigned> statement(const Edit &E) const;
    bool isNamed(llvm::StringRef Name, std::pair<unsigned, unsigned> In) const;
    /// Whether the new \p Text moves an object that is named in \p In.
    bool hasMoved(llvm::StringRef Text, std::pair<unsigned, unsigned> In) const;
  };
  const FileTokens &tokensOf(const std::string &File);

  SourceFiles &Files;
  std::map<std::string, FileTokens> Known;
};

/// Whether the edit only adds #includes: such edits never meet.
bool addsInclude(const Edit &E);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_MEETINGFIXES_H
