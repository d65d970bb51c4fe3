//===- Symbolizer.h - names for dark origins and stacks ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fills DarkOrigin::Function from the symbol tables of the libraries on this
/// machine, for those whose build id is still the recorded one. Names addresses
/// of any object, too.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_SYMBOLIZER_H
#define ANOMALLOC_PROFILE_SYMBOLIZER_H

#include "Profile/Profile.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace anomalloc {

struct SymbolizeOptions {
  /// Put before every library path (a container's root, a sysroot).
  std::string Root;
  /// Ask debug information where the symbol tables know nothing: slow.
  bool DebugInfo = false;
};

/// Names the dark origins of \p P that have no name yet. A library that is
/// missing, unreadable or another build leaves them unnamed. Each library is
/// parsed once. Returns the paths of libraries that changed since the run.
std::vector<std::string> symbolize(Profile &P,
                                   const SymbolizeOptions &Options = {});

/// Fills CodePlace::Levels of the stacks' places, from debug information with
/// inlined levels, or where there is none from symbol tables. Places of a
/// library that is missing or another build stay without: Profile::LostObjects.
/// Returns the paths of libraries that changed since the run.
std::vector<std::string> symbolizeStacks(Profile &P,
                                         const SymbolizeOptions &Options = {});

/// Fills DarkOrigin::UserFrame of the code that freed blocks, likewise.
void symbolizeFreeSites(Profile &P, const SymbolizeOptions &Options = {});

/// The levels of each of \p Addresses, which lie in instructions of the object
/// \p Path: innermost first, none where nothing is known. \p P keeps the texts.
/// An error if there is no object.
llvm::Expected<std::vector<std::vector<Frame>>>
symbolizeAddresses(Profile &P, llvm::StringRef Path,
                   llvm::ArrayRef<uint64_t> Addresses);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_SYMBOLIZER_H
