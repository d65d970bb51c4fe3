//===- FortranRemedies.h - what to change in Fortran ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_FORTRANREMEDIES_H
#define ANOMALLOC_ANALYSIS_CHANGES_FORTRANREMEDIES_H

#include "Analysis/changes/Remedies.h"

namespace anomalloc {

/// Whether the line is of Fortran: by its file; or, as an included file has any
/// name, by its function, or by the files that a call of a ".inc" comes from.
bool isFortranLine(const ChangeLine &Line);

/// remedyFor() of a line of Fortran: a row of FortranStatements.def, told by
/// the function that the line calls and by what the source says. What is in
/// doubt begins with "perhaps".
Remedy fortranRemedyFor(const ChangeLine &Line, AnomalyKind Kind);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_FORTRANREMEDIES_H
