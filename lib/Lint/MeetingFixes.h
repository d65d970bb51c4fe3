//===- MeetingFixes.h - fixes that must not be joined -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each fix is sound by itself. Two fixes together may be unsound:
//
//   const auto List = X.List;     one fix makes it `const auto &List`,
//                                 another fix says `std::move(X.List)`
//   keep(List); keep(X.List);     one fix uses the object that another moves
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_MEETINGFIXES_H
#define ANOMALLOC_LINT_MEETINGFIXES_H

#include "Review/SourceFiles.h"

namespace anomalloc::lint {

/// Tells fixes that must not be joined, by the tokens of the files that they
/// change. Not thread-safe.
class MeetingFixes {
public:
  explicit MeetingFixes(SourceFiles &Files) : Files(Files) {}

  /// Whether the fixes of both findings must not be joined. They meet if they
  /// change bytes that overlap or touch; only two added #includes may do so.
  /// Fixes of two checks in one function also meet if they change the same
  /// statement, or if one fix moves an object away that the statement of the
  /// other fix names. Here no added #include counts.
  bool meet(const Finding &A, const Finding &B);

private:
  /// Where functions and statements of a file end, and all names in the file.
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
    /// Whether \p Text, that of a fix, moves an object that is named in the
    /// bytes \p In of the file.
    bool hasMoved(llvm::StringRef Text, std::pair<unsigned, unsigned> In) const;
  };
  const FileTokens &tokensOf(const std::string &File);

  SourceFiles &Files;
  std::map<std::string, FileTokens> Known;
};

/// Whether the edit only adds #includes. Two such edits never meet.
bool addsInclude(const Edit &E);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_MEETINGFIXES_H
