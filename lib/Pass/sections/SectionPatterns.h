//===- SectionPatterns.h - which functions become phases --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The elements of -anomalloc-sections=, each "[CALLER:]FUNCTION[=NAME]":
/// \code
///   solve*               every function so named is a phase, wherever called
///   main:split           split is a phase where main calls it
///   fem::local*=local    several functions, one phase
/// \endcode
/// CALLER and FUNCTION are globs (llvm::GlobPattern) on the qualified name or
/// on the linkage name. The qualified name ("ns::Class::member") is without
/// parameters and without the template arguments of the function itself. The
/// colons of a "::" do not separate CALLER from FUNCTION. Without NAME, the
/// phase gets the function's unqualified name.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_SECTIONS_SECTIONPATTERNS_H
#define ANOMALLOC_PASS_SECTIONS_SECTIONPATTERNS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include <optional>
#include <string>
#include <vector>

namespace anomalloc {

/// The names of a function that patterns are compared with.
struct FunctionNames {
  std::string Linkage;
  std::string Qualified;   ///< "ns::Class::member"
  std::string Unqualified; ///< "member"

  explicit FunctionNames(llvm::StringRef LinkageName);
};

struct SectionPattern {
  std::optional<llvm::GlobPattern> Caller;
  llvm::GlobPattern Function;
  std::string Name; ///< "": the phase gets the function's unqualified name.

  bool matches(const FunctionNames &Callee) const;
  bool matchesCaller(const FunctionNames &CallerNames) const;
  std::string sectionName(const FunctionNames &Callee) const {
    return Name.empty() ? Callee.Unqualified : Name;
  }
};

llvm::Expected<std::vector<SectionPattern>>
parseSectionPatterns(llvm::ArrayRef<std::string> Elements);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SECTIONS_SECTIONPATTERNS_H
