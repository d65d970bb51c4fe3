//===- FunctionNames.h - demangled names, shorter ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_FUNCTIONNAMES_H
#define ANOMALLOC_ANALYSIS_FUNCTIONNAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace anomalloc {

/// The demangled name \p Name with "<...>" for all template arguments.
std::string collapseTemplates(llvm::StringRef Name);

/// Of "<A as B>::f", a function of Rust that implements one of the trait B:
/// "A::f". Any other name stays.
std::string withoutTrait(llvm::StringRef Name);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_FUNCTIONNAMES_H
