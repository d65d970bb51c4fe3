//===- NameOfD.h - names of the language D ----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_NAMEOFD_H
#define ANOMALLOC_SUPPORT_NAMEOFD_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace anomalloc::demangling {

/// The scopes, the name and the template arguments of a linkage name of D, as
/// in the source, without parameters; "" if it is none, or out of bounds:
/// \code
///   _D5words__T4PairTdZQi6__ctorMFmZv   words.Pair!double.Pair.this
/// \endcode
/// The scheme is that of "Name Mangling" in D's ABI document
/// (https://dlang.org/spec/abi.html#name_mangling), without what compilers
/// wrote before 2017. A name can refer to itself, so it may stand for a far
/// longer one: time and memory are bounded all the same. Safe in any thread.
std::string nameOfD(llvm::StringRef Mangled);

} // namespace anomalloc::demangling

#endif // ANOMALLOC_SUPPORT_NAMEOFD_H
