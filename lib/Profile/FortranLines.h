//===- FortranLines.h - what lines of Fortran say ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_FORTRANLINES_H
#define ANOMALLOC_PROFILE_FORTRANLINES_H

#include "Profile/Symbolizer.h"

namespace anomalloc {

/// Fills Profile::FortranLines for all lines of Fortran that have names in
/// \p P. A source that was written after a run began tells nothing: it may be
/// another one by now. Each file is read once.
void readFortranLines(Profile &P, const SymbolizeOptions &Options = {});

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_FORTRANLINES_H
