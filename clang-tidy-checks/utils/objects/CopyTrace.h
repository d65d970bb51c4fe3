//===- CopyTrace.h - what copies leave to be seen ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<int>, std::string              nothing
//   std::shared_ptr<T>, what holds one         use_count(), and when the T goes
//   ~Guard() { std::puts("gone"); }            a line
//   Name(const Name &O) : Text(O.Text + "'")   another value
//
// A fix that saves a copy is proved only where no program can see it.
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_COPYTRACE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_COPYTRACE_H

#include "clang/AST/Type.h"
#include <string>

namespace clang {
class ASTContext;
} // namespace clang

namespace clang::tidy::anomalloc {

/// How a program can see that there is one copy more or less. A larger value is
/// a worse trace.
enum class CopyTrace {
  None,   ///< Nothing: the copy is like the original, and takes but memory.
  Counts, ///< The counts of handles, and when the shared object is destroyed.
  Seen,   ///< What a copy operation or a destructor of a user's class does.
};

/// The trace of an object that is copied, used and destroyed. Its parts and the
/// objects that it holds are included.
CopyTrace traceOfCopies(QualType Type);

/// The trace of an object that is moved instead of copied, or of a vector's
/// elements that go to a larger block. Its copies and its moves are looked at.
CopyTrace traceOfMoves(QualType Type);

/// The trace that traceOfMoves() tells, if operations that are not in view are
/// trusted to do no more than their names say.
CopyTrace seenTraceOfMoves(QualType Type);

/// The text of a note: what a person has to check before applying a fix. With
/// the fix, the elements of a vector, string or hash table go to a larger block
/// less or more often. "" if there is nothing to check.
std::string checkOfGrowth(QualType Container, const ASTContext &Context);

/// The text of a note: what a person has to check before applying a fix that
/// saves copies. "" for None.
std::string checkOfCopies(CopyTrace Trace, const std::string &TypeName);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_COPYTRACE_H
