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
/// So such a program is recorded with stacks, unless the user chose a mode. Of
/// a program that was built so in part, dark allocations are recorded with
/// stacks, and its sites by counts alone.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_MODECHOICE_H
#define ANOMALLOC_ANOMALLOC_RECORD_MODECHOICE_H

#include "record/RecordedProgram.h"
#include "llvm/Support/Error.h"

namespace anomalloc {

/// Adds lifetimes and stacks to \p Options, a text like ANOMALLOC_OPTIONS, if
/// they ask for samples and name no mode: samples of these cost little. It is
/// an error if the mode records nothing of which there could be samples, or if
/// they ask for what samples cannot tell.
llvm::Error chooseSampledMode(std::string &Options);

struct StackChoice {
  enum : uint8_t { None, All, Dark } Of = None;
  unsigned DarkShare = 0; ///< Of Dark: UserCode::darkShare().
};

/// Adds stacks to \p Options, a text like ANOMALLOC_OPTIONS, if they name no
/// mode, and \p Program is better recorded with stacks than with counts alone:
/// it has no sites, and it is the user's own. A program of the system without
/// debug information (a shell, mpirun, a script's interpreter) may only start
/// what is to be recorded, and that may have sites. Returns what it added.
StackChoice chooseStacks(std::string &Options, const RecordedProgram &Program);

/// Adds stacks of dark allocations to \p Options, if they name no mode, and
/// \p Program has sites, but more of the user's code than a few per cent
/// (DarkCode.h) is dark. Returns what it added.
StackChoice chooseDarkStacks(std::string &Options,
                             const RecordedProgram &Program);

/// Says why \p Program was recorded with the stacks of \p Choice; nothing for
/// None.
void tellStacksWereChosen(const RecordedProgram &Program,
                          const StackChoice &Choice);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_MODECHOICE_H
