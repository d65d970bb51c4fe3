//===- DarkCode.h - the program's code without sites ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program may be instrumented in part: a static or shared library of the
/// user's own was built by another compiler. What that code allocates is dark.
/// Debug information tells how much such code there is, before the program
/// runs.
///
/// A unit is known to be dark in two cases:
///
/// - GCC made it (DW_AT_producer), into which the pass cannot be loaded;
/// - its object has no site table, and calls an allocation function: had the
///   pass seen that call, there would be a table.
///
/// Of a unit by clang beside instrumented ones it is not known: one that was
/// instrumented and has no sites has no table either.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_DARKCODE_H
#define ANOMALLOC_ANOMALLOC_RECORD_DARKCODE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace anomalloc {

/// How much machine code was made from the user's own sources, in bytes. Code
/// without debug information is nobody's. Bytes tell more than the number of
/// units: these differ in size by orders of magnitude.
struct UserCode {
  uint64_t All = 0;
  uint64_t Dark = 0; ///< Of units that are known to be dark.

  /// In percent, rounded down.
  unsigned darkShare() const {
    return All ? unsigned(double(Dark) / double(All) * 100) : 0;
  }
};

/// Looks at the program \p Image, and at the libraries that it is linked with.
/// What cannot be read tells nothing.
UserCode userCodeOf(llvm::StringRef Image);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_DARKCODE_H
