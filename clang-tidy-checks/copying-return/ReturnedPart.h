//===- ReturnedPart.h - what a getter copies --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::string name() const { return Name; }                     Part (Name)
//   Row row(int I) const { return Rows[I]; }                      Part (Rows)
//   Row operator[](int I) const { return row(I); }                Forwarded
//   Element operator[](int I) const { return {*this, I}; }        Built
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_COPYING_RETURN_RETURNEDPART_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_COPYING_RETURN_RETURNEDPART_H

namespace clang {
class CXXMethodDecl;
class FunctionDecl;
class NamedDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

/// What a function that returns a class by value makes it of.
struct ReturnedPart {
  enum Kind {
    None,      ///< Something else, or not to be told.
    Part,      ///< Copies an object that lives on after the call.
    Forwarded, ///< Hands on what another such function returns.
    Built,     ///< Makes an object out of `*this`.
  };
  Kind What = None;
  const NamedDecl *Of = nullptr;     ///< The member that is, or holds, it.
  const FunctionDecl *Via = nullptr; ///< Forwarded: through this one.
};

/// Looks at the body of an accessor: a const member function (or one that only
/// returns), or a function over a reference or pointer. None where the body
/// changes anything, takes a lock, or returns a copy in one place and a new
/// object in another. Names that promise a copy (clone) give None.
ReturnedPart returnedPart(const FunctionDecl &F);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_COPYING_RETURN_RETURNEDPART_H
