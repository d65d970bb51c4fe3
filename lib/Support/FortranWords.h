//===- FortranWords.h - functions and words of Fortran ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_FORTRANWORDS_H
#define ANOMALLOC_SUPPORT_FORTRANWORDS_H

#include "Support/FortranParts.h"
#include "llvm/ADT/STLExtras.h"

namespace anomalloc::fortran {

/// Functions of the language that take a section as it is. Not all: one that is
/// missing leaves a doubt.
inline constexpr llvm::StringLiteral Intrinsics[] = {
    "abs",    "all",     "allocated",   "any",     "associated", "count",
    "cshift", "dble",    "dot_product", "eoshift", "exp",        "index",
    "int",    "kind",    "lbound",      "len",     "len_trim",   "lge",
    "lgt",    "lle",     "llt",         "log",     "matmul",     "max",
    "maxloc", "maxval",  "merge",       "min",     "minloc",     "minval",
    "mod",    "nint",    "norm2",       "pack",    "present",    "product",
    "real",   "reshape", "scan",        "shape",   "size",       "spread",
    "sqrt",   "sum",     "transpose",   "ubound",  "unpack",     "verify"};
/// Functions whose result is a text.
inline constexpr llvm::StringLiteral TextFunctions[] = {"adjustl", "adjustr",
                                                        "repeat", "trim"};
/// Functions whose arguments are texts.
inline constexpr llvm::StringLiteral TextTakers[] = {
    "index", "len_trim", "lge", "lgt", "lle", "llt", "scan", "verify"};
/// Functions whose result is an array.
inline constexpr llvm::StringLiteral ArrayFunctions[] = {
    "cshift",  "eoshift", "matmul",    "pack",
    "reshape", "spread",  "transpose", "unpack"};
inline constexpr llvm::StringLiteral InputOutputWords[] = {
    "print", "write(", "read(", "read ", "open(", "close(", "inquire("};

/// Whether \p S has a call of one of \p Functions.
inline bool callsOneOf(llvm::ArrayRef<llvm::StringLiteral> Functions,
                       llvm::StringRef S) {
  return llvm::any_of(Functions, [&](llvm::StringRef F) {
    const size_t At = S.find((F + "(").str());
    return At != llvm::StringRef::npos && (!At || !isPartOfName(S[At - 1]));
  });
}

} // namespace anomalloc::fortran

#endif // ANOMALLOC_SUPPORT_FORTRANWORDS_H
