//===- Demangle.h - source names, within bounds -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one place that demangles. A mangled name refers to parts of itself, so
/// each few characters more can double what it stands for: 300 of them stand
/// for more than fits into memory.
/// \code
///   _Z1f1AIiiES_IS0_S0_ES_IS1_S1_E...
/// \endcode
/// What a name would take is known before it is printed. One that is out of
/// bounds is treated as one that is not mangled.
///
/// Rust's and D's names that refer to themselves often stay as they are, too.
/// Microsoft's stay always: no compiler for ELF makes any.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_DEMANGLE_H
#define ANOMALLOC_SUPPORT_DEMANGLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Demangle/Demangle.h"
#include <string>

namespace anomalloc {

/// Bytes that no demangled name exceeds.
constexpr size_t LongestDemangled = 64 << 10;

/// What \p LinkageName means in the source; itself if it is not mangled or out
/// of bounds. Takes time and memory in proportion to LongestDemangled at most.
/// Safe in any thread.
std::string demangledName(llvm::StringRef LinkageName);

/// A C++ function's name, in parts. All are false and "" for any other name,
/// and for one that is out of bounds.
class FunctionName {
public:
  explicit FunctionName(llvm::StringRef LinkageName);

  bool isFunction() const { return Known && Demangler.isFunction(); }
  bool isConstructorOrDestructor() const {
    return Known && Demangler.isCtorOrDtor();
  }
  /// A copy constructor or copy assignment: of its own class, from a constant
  /// one.
  bool isCopy() const;

  /// An instance of a template whose result is of the type that its first
  /// argument names, or holds one: it makes what it is told to, as `new` does.
  bool isToldWhatToMake() const;

  /// Whether a parameter is `Class` or `Class &&`: an object that is given there
  /// may be moved on.
  bool mayTakeAway(llvm::StringRef Class) const;

  /// "a::b<int>" of "void a::b<int>(int)".
  std::string qualified() const;
  /// "b" of it.
  std::string base() const;
  /// "a" of it. A constructor has its class here.
  std::string context() const;

private:
  std::string Text; ///< The demangler keeps pointers into it.
  llvm::ItaniumPartialDemangler Demangler;
  bool Known;
};

/// FunctionName::qualified(); itself if it is no C++ function's.
std::string nameOfFunction(llvm::StringRef LinkageName);

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_DEMANGLE_H
