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

/// The origin of the object that a function returns by value.
struct ReturnedPart {
  enum Kind {
    None,      ///< Another origin, or an unknown one.
    Part,      ///< Copies an object that lives on after the call.
    Forwarded, ///< Hands on what another such function returns.
    Built,     ///< Makes an object out of `*this`.
  };
  Kind What = None;
  const NamedDecl *Of = nullptr;     ///< The member that is or has the part.
  const FunctionDecl *Via = nullptr; ///< The other function, if Forwarded.
};

/// Finds the origin in the body of the accessor \p F. An accessor is a const
/// member function, a member function that only returns, or a function over a
/// reference or pointer. Returns None if the body changes anything, takes a
/// lock, or returns a copy in one place and a new object in another. Returns
/// None also for a name that promises a copy, such as clone.
ReturnedPart returnedPart(const FunctionDecl &F);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_COPYING_RETURN_RETURNEDPART_H
