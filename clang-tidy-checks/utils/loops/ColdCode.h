//===- ColdCode.h - code that loops do not repeat ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (const Rule &R : Rules)
//     if (R.matches(Name)) {
//       std::string Copy = R.text();      runs once: the loop is left behind it
//       return parse(Copy);
//     }
//
//   if (Bad) {
//     for (const Token &T : Tokens)
//       Text += T.name();                 cold: it leads to the throw
//     throw Error(Text);
//   }
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_COLDCODE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_COLDCODE_H

namespace clang {
class FunctionDecl;
class Stmt;
} // namespace clang

namespace clang::tidy::anomalloc {

class ReferenceIndex;

/// Whether \p S is cold code, which is one of four kinds. It runs only when
/// something has failed: in a handler, in a branch that ends in a throw or a
/// call that does not return, in a call whose name says that it tells of an
/// error. Or it runs on behalf of an option of the command line: in a branch on
/// argv or optarg, in a loop around getopt. Or it runs once, for a static local
/// variable. Or it never runs, because a condition is a constant. False for
/// statements whose parents the index does not know.
bool isColdCode(const Stmt &S, const ReferenceIndex &Index);

/// Whether a call of \p F starts a process (POSIX: fork, exec, posix_spawn,
/// popen, system). The start takes longer than all that the caller allocates
/// outside of its loops, so these allocations do not count.
bool isProcessStart(const FunctionDecl &F);

/// How many of the loops around \p S in its function do not repeat \p S.
/// Control leaves such a loop for good behind \p S, or the loop runs over the
/// arguments of the program.
unsigned loopsThatRunOnce(const Stmt &S, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_COLDCODE_H
