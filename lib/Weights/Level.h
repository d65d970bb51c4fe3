//===- Level.h - certainty, weight, level -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_WEIGHTS_LEVEL_H
#define ANOMALLOC_WEIGHTS_LEVEL_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace anomalloc {

/// How sure a finding is.
enum class Certainty {
  Proved,   ///< The change compiles and means the same: there is a fix.
  Shown,    ///< The pattern is there; a person must look at the change.
  Suspected ///< It depends on what the unit does not show; the message says so.
};

/// How often the place of a finding runs, as far as a profile and the source
/// tell. From the heaviest to the lightest.
enum class Weight {
  Measured,       ///< A profile counted MinAllocations or more there, or as
                  ///< much (Measured::weight).
  NestedLoops,    ///< Two loops or more repeat it.
  Loop,           ///< A loop repeats it.
  CalledFromLoop, ///< A loop of the unit calls its function.
  OncePerCall,    ///< No loop in view, but other units may call its function.
  HardlyAny,      ///< Hardly allocates, however often it runs: it only raises
                  ///< a reference count, or copies text that is usually short
                  ///< and held in place.
  Cold,           ///< Start-up, error paths, functions that are called once.
  MeasuredCold    ///< A profile counted fewer than MinAllocations.
};

enum class Level { Silent, Hint, Warning };

/// The level that Levels.def has for \p Sure and \p Heavy.
Level levelOf(Certainty Sure, Weight Heavy);

llvm::StringRef nameOf(Certainty Sure); ///< "proved", ...
llvm::StringRef nameOf(Weight Heavy);   ///< "nested loops", ...

/// \name The note for tools
/// With the option Levels, each finding has a note of this form, so that tools
/// need not guess: "anomalloc-level: proved, nested loops".
/// @{
std::string levelNote(Certainty Sure, Weight Heavy);
/// Nullopt: the text is no such note.
std::optional<std::pair<Certainty, Weight>> parseLevelNote(llvm::StringRef);
/// @}

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_LEVEL_H
