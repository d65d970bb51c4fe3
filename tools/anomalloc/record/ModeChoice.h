//===- ModeChoice.h - the mode that record chooses --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts say little of a program that was not built with 'anomalloc c++':
/// which function asked, and how often. The calling stacks lead to the lines.
/// So such a program is recorded with stacks, unless the user chose a mode.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_MODECHOICE_H
#define ANOMALLOC_ANOMALLOC_RECORD_MODECHOICE_H

#include "record/RecordedProgram.h"

namespace anomalloc {

/// Adds stacks to \p Options, a text like ANOMALLOC_OPTIONS, if they name no
/// mode, and \p Program is better recorded with stacks than with counts alone:
/// it has no sites, and it is the user's own. A program of the system without
/// debug information (a shell, mpirun, a script's interpreter) may only start
/// what is to be recorded, and that may have sites. Returns whether it added
/// them.
bool chooseStacks(std::string &Options, const RecordedProgram &Program);

/// Says why \p Program was recorded with stacks.
void tellStacksWereChosen(const RecordedProgram &Program);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_MODECHOICE_H
