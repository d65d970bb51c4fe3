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
// A fix that spares a copy is a proof only where nobody can tell.
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

/// What a program can see of one copy more or less. The larger is the worse.
enum class CopyTrace {
  None,   ///< Nothing: the copy is like the original, and takes but memory.
  Counts, ///< The counts of handles, and when what they share is destroyed.
  Seen,   ///< What a copy operation or a destructor of a user's class does.
};

/// Of an object that is copied, used and destroyed, its parts and what it holds
/// included.
CopyTrace traceOfCopies(QualType Type);

/// Of an object that is moved instead of copied, or of a vector's elements that
/// go to a larger block: copies and moves.
CopyTrace traceOfMoves(QualType Type);

/// The same, if operations that are not in view are trusted to do no more than
/// their names say.
CopyTrace seenTraceOfMoves(QualType Type);

/// What a person has to check before a fix is applied after which the elements
/// of a vector, string or hash table go to a larger block less or more often,
/// for a note; "": nothing.
std::string checkOfGrowth(QualType Container, const ASTContext &Context);

/// What a person has to check before a fix is applied that spares copies, for a
/// note; "" for None.
std::string checkOfCopies(CopyTrace Trace, const std::string &TypeName);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_COPYTRACE_H
