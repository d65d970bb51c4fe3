//===- Demangle.h - source names, within bounds -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Only the code here demangles names. A mangled name refers to parts of
/// itself, so each few characters more can double the length of the demangled
/// name: 300 characters can stand for more than fits into memory.
/// \code
///   _Z1f1AIiiES_IS0_S0_ES_IS1_S1_E...
/// \endcode
/// The memory that a demangled name would take is known before it is printed. A
/// name that is out of bounds is treated as one that is not mangled.
///
/// Names of Rust that refer to themselves often stay mangled, too, and those of
/// Microsoft's scheme. Others become "module::procedure" (of gfortran's and of
/// flang's), "words.Pair!int.this" (of D's, NameOfD.h), "C.malloc" (of cgo's).
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_DEMANGLE_H
#define ANOMALLOC_SUPPORT_DEMANGLE_H

#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace llvm::itanium_demangle {
class FunctionEncoding;
} // namespace llvm::itanium_demangle

namespace anomalloc {

namespace demangling {
class BoundedParser;
} // namespace demangling

/// Bytes that no demangled name exceeds.
constexpr size_t LongestDemangled = 64 << 10;

/// The name in the source that \p LinkageName stands for; \p LinkageName itself
/// if it is not mangled or out of bounds. Takes time and memory in proportion
/// to LongestDemangled at most. Safe in any thread.
std::string demangledName(llvm::StringRef LinkageName);

/// Whether \p LinkageName is of one of the two schemes of rustc, the one with
/// "_R" or the older one, which looks like C++ with a hash at the end.
bool isRustName(llvm::StringRef LinkageName);

/// Whether \p LinkageName is one that gfortran or flang gives to a main program
/// or to a procedure of a module.
bool isFortranName(llvm::StringRef LinkageName);

/// A C++ function's name, in parts. It may be in source form, if it has scopes:
/// "a::b<int>", of which nothing tells the parameters. For any other name, and
/// for a name that is out of bounds, all members return false or "".
class FunctionName {
public:
  explicit FunctionName(llvm::StringRef LinkageName);
  ~FunctionName();

  bool isFunction() const { return Function || OwnAt; }
  bool isConstructorOrDestructor() const;
  /// Whether it is a copy constructor or copy assignment: one that copies a
  /// constant object of its own class.
  bool isCopy() const;

  /// Whether it is an instance of a template that returns a pointer to the type
  /// of its first template argument, or an object that holds one. Such a
  /// function makes what it is told to make, as `new` does.
  bool isToldWhatToMake() const;

  /// Whether the function has a parameter of type `Class` or `Class &&`. It may
  /// move from the object that it is given.
  bool mayTakeAway(llvm::StringRef Class) const;

  /// "a::b<int>" of "void a::b<int>(int)".
  std::string qualified() const;
  /// "b" of "void a::b<int>(int)".
  std::string base() const;
  /// "a" of "void a::b<int>(int)". The context of a constructor is its class.
  std::string context() const;

private:
  std::string parameters() const;
  std::string result() const;
  llvm::StringRef sourceScope() const;
  llvm::StringRef sourceBase() const;

  std::string Text; ///< The parser keeps pointers into it.
  std::unique_ptr<demangling::BoundedParser> Parser; ///< Owns the tree.
  const llvm::itanium_demangle::FunctionEncoding *Function = nullptr;
  size_t OwnAt = 0; ///< Of a name in source form, where the last part begins.
};

/// FunctionName::qualified() of \p LinkageName; \p LinkageName itself if it is
/// not the name of a C++ function.
std::string nameOfFunction(llvm::StringRef LinkageName);

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_DEMANGLE_H
