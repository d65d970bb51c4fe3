//===- Symbolizer.h - names for dark origins and stacks ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fills DarkOrigin::Function from the symbol tables of the libraries on this
/// machine, if their build ids are still the recorded ones. Also names
/// addresses of any object.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_SYMBOLIZER_H
#define ANOMALLOC_PROFILE_SYMBOLIZER_H

#include "Profile/Profile.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace anomalloc {

/// What the environment variable ANOMALLOC_SYSROOT names; "" if it is not set.
std::string rootOfUser();

struct SymbolizeOptions {
  /// The folder in which libraries are looked for first: the root of another
  /// machine, or of a container.
  std::string Root = rootOfUser();
  /// Ask debug information where the symbol tables know nothing: slow.
  bool DebugInfo = false;
};

/// Names the dark origins of \p P that have no name yet. Origins in a library
/// that is missing, unreadable or another build stay unnamed. Each library is
/// parsed once. Returns the paths of libraries that changed since the run.
std::vector<std::string> symbolize(Profile &P,
                                   const SymbolizeOptions &Options = {});

/// Fills CodePlace::Levels of the places on stacks. The levels come from debug
/// information, inlined ones included, or, where there is none, from symbol
/// tables. Places in a library that is missing or another build get no levels;
/// the library is added to Profile::LostObjects. Returns the paths of libraries
/// that changed since the run.
std::vector<std::string> symbolizeStacks(Profile &P,
                                         const SymbolizeOptions &Options = {});

/// Fills DarkOrigin::UserFrame of the code that freed blocks, from the same
/// debug information as symbolizeStacks().
void symbolizeFreeSites(Profile &P, const SymbolizeOptions &Options = {});

/// The source levels of each of \p Origins, innermost first, from the same
/// debug information as symbolizeStacks(). No levels: nothing is known.
std::vector<std::vector<Frame>> levelsOf(Profile &P,
                                         llvm::ArrayRef<DarkIndex> Origins,
                                         const SymbolizeOptions &Options = {});

/// The source levels of each of \p Addresses, innermost first. An address that
/// nothing is known of has no levels. The addresses lie in instructions of the
/// object \p Path. \p P keeps the texts. It is an error if there is no such
/// object.
llvm::Expected<std::vector<std::vector<Frame>>>
symbolizeAddresses(Profile &P, llvm::StringRef Path,
                   llvm::ArrayRef<uint64_t> Addresses);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_SYMBOLIZER_H
