//===- Recover.h - sites of code that the pass did not see ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program that was built without the pass has no site table. Its binary
/// still tells most of what the pass would have told: debug information has the
/// inline chains, machine code has the calls and the loops around them.
/// recoverSites() reads both, and makes the same Site of them. So what follows
/// (findings, comparisons, budgets) needs no way of its own for such programs.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RECOVER_RECOVER_H
#define ANOMALLOC_RECOVER_RECOVER_H

#include "Profile/Profile.h"
#include "Profile/Symbolizer.h"

namespace anomalloc {

/// Turns the dark origins of \p P that lie in the program's own code into sites
/// (Site::FromBinary), and moves their counts, lifetimes and stacks there. What
/// libraries of the system allocated stays dark, and so does code whose
/// function is not known. Without debug information a site has the name of its
/// function, and no line. The sum over all counts stays the same.
///
/// Stacks, if there are some, tell more: which function called which, from how
/// many loops (Profile::Edges), and which functions make blocks for their
/// callers (Profile::Makers). They must have been symbolized before
/// (symbolizeStacks). Does nothing to a profile without such origins.
void recoverSites(Profile &P, const SymbolizeOptions &Options = {});

/// Names all code of \p P: dark origins, places on stacks (unless \p WithStacks
/// is false), and recovers sites. Returns the paths of libraries that changed
/// since the run, each once. Their functions have no names.
std::vector<std::string> nameCode(Profile &P, bool WithStacks = true);

} // namespace anomalloc

#endif // ANOMALLOC_RECOVER_RECOVER_H
