//===- MakersOfStacks.h - makers that no name tells -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some makers do not show by name or file (MakerNames.h). The pass recognizes
/// them by their bodies (Factories.h in lib/Pass). Here the declaration and the
/// stacks have to do. A function of the user's is a maker if
///
/// - it is a private member that gives an object its memory: it calls libraries
///   alone for that, and all functions that were seen calling it are makers. It
///   is a part of them:
///   \code
///     Element::Element() { allocNodes(); }
///   \endcode
/// - it returns an object, and all blocks that were made in it are of such an
///   object, and made in one line:
///   \code
///     Table stiffness() { Table A(2, 2); ...; return A; }
///   \endcode
/// - it returns a pointer, and all blocks that were made in it come from one
///   call of an allocation function, or of another such function. Also, several
///   lines call it, or its name says so:
///   \code
///     double *get(int n) { return (double *)malloc(n * sizeof(double)); }
///   \endcode
///
/// What libraries of the system make for the function counts, too: a function
/// that also makes a text for itself is none. A function of the last two kinds
/// may still keep what it makes, and return something else. Stacks do not tell
/// that.
///
/// Of a program that is instrumented in part, functions that the pass saw are
/// not judged again: it looked at their bodies, and what they make at sites may
/// have no stacks.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RECOVER_MAKERSOFSTACKS_H
#define ANOMALLOC_RECOVER_MAKERSOFSTACKS_H

#include "Recover/CodeOfRun.h"

namespace anomalloc {

/// Adds these functions to Profile::Makers, as far as they stand on stacks that
/// lead to sites of the binary. All of Profile::Edges must still be the pass's.
void addMakersOfStacks(Profile &P, CodeOfRun &Code);

} // namespace anomalloc

#endif // ANOMALLOC_RECOVER_MAKERSOFSTACKS_H
