//===- OnlyMakes.h - functions that make an object and no more --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Element Mesh::at(int I) const { return Element(Nodes, I); }   only makes
//   Element Mesh::at(int I) const { ++Calls; return ...; }         does not
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_ONLYMAKES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_ONLYMAKES_H

#include "clang/AST/Type.h"

namespace clang {
class FunctionDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Whether nobody can tell how often \p Function is called: it returns what
/// follows from its object and arguments alone, and changes nothing else. Its
/// body is read, and so are those of all functions that it calls. False if one
/// is not in view, or in doubt. The time that it takes and the memory that it
/// allocates do not count.
bool onlyMakes(const FunctionDecl &Function);

/// Whether a value of the type holds all that it consists of: no pointer or
/// reference leads to other objects, and no member is mutable.
bool isWholeValue(QualType Type);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_ONLYMAKES_H
