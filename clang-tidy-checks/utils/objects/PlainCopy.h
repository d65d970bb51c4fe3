//===- PlainCopy.h - copies that are like their originals -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Row(const Row &O) : N(O.N), Data(new int[N]) {        plain
//     std::copy(O.Data, O.Data + N, Data);
//   }
//   ~Row() { delete[] Data; }                             plain
//   Name(const Name &O) : Text("copy of " + O.Text) {}    not
//   Row(const Row &O) : N(O.N) { ++Copies; }              not
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_PLAINCOPY_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_PLAINCOPY_H

namespace clang {
class CXXMethodDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Whether the function, which a user wrote, is seen to do nothing unusual. A
/// copy or move operation gives each member the value that the member has in
/// the other object, and does nothing else. A destructor frees memory, and does
/// nothing else. The copies and destructors of members and bases are not asked.
bool isPlain(const CXXMethodDecl &Special);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_PLAINCOPY_H
