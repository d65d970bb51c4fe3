//===- ModeBranch.h - branches that a call may never take -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   void Spline::update() {
//     if (Kind == Optimal)           a member of an enumeration
//       J = (I - Z * T) * Up;        runs in all calls, or in none
//
//   void Spline::calculate() {
//     if (Done)                      a member that this function sets
//       return;
//     Done = true;
//     update();                      runs in the first call
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_MODEBRANCH_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_MODEBRANCH_H

#include "clang/Basic/SourceLocation.h"

namespace clang {
class Stmt;
} // namespace clang

namespace clang::tidy::anomalloc {

class ReferenceIndex;

/// The location of a condition that \p S runs under in its function, if the
/// condition asks for a mode. Then S may run in no call, or in one call only,
/// however often the function is called. A mode is a member of `this` or a
/// global: an enumeration, a bool, or an integer for which the condition wants
/// one value. An argument of the call is no mode. Invalid if there is no such
/// condition, and for statements whose parents the index does not know.
SourceLocation branchOnModeAround(const Stmt &S, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_MODEBRANCH_H
