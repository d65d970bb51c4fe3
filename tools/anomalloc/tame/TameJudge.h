//===- TameJudge.h - whether a change is worth keeping ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_TAME_TAMEJUDGE_H
#define ANOMALLOC_ANOMALLOC_TAME_TAMEJUDGE_H

#include "tame/TameState.h"

namespace anomalloc {

/// Bytes and the peak may grow by so much, in per cent, and by the noise.
constexpr double MostMoreBytes = 0.1;

/// Whether \p After are no fewer allocations than State.Now, beyond what two
/// runs of one program differ.
bool savesNothing(const TameState &State, const TameNumbers &After);

/// Why the numbers \p After are no gain over State.Now; "": they are. There
/// must be fewer allocations, by more than two runs of one program differ, and
/// no more bytes, nor a higher peak. Does not look at time (TameTimer.h).
std::string whyNoGain(const TameState &State, const TameNumbers &After);

/// The text of the commit of a kept step: what was changed, what was measured,
/// what is proved and what was only tested. \p Run and \p Test are commands.
std::string commitMessage(const TameState &State, const TameStep &Step,
                          llvm::StringRef Run, llvm::StringRef Test);

/// "object_data.h:55"; of an entry of the report "object_data.h:55 and 2 more
/// lines".
std::string placeOf(const TameChange &C);

/// The first place, and how many there are: "a.h:5 and 2 more".
std::string briefPlaces(llvm::ArrayRef<TameChange> Changes);
/// All places, with the checks: "a.h:5 [anomalloc-unnecessary-copy] and ...".
std::string changesOf(llvm::ArrayRef<TameChange> Changes);

/// A number of State.Start or later for people: instructions, or a duration.
std::string formatTime(TameClock Clock, uint64_t Time);

/// "-20.0 %", "+0.1 %", "0 %": from \p Before to \p Now.
std::string formatChange(uint64_t Before, uint64_t Now);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_TAME_TAMEJUDGE_H
