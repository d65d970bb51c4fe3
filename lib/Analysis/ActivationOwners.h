//===- ActivationOwners.h - whose activations blocks are of -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_ACTIVATIONOWNERS_H
#define ANOMALLOC_ANALYSIS_ACTIVATIONOWNERS_H

#include "Analysis/UserCallers.h"

namespace anomalloc {

/// The functions of which LifetimeCounts::SameActivation of a site speaks, by
/// their demangled names without parameters: the one that holds the site after
/// inlining; if that is a library's, those that call it. Each once.
///
/// Nothing if it cannot be told: one of them does not say when it is entered,
/// so that the counts are of a function further out; or it is not known who
/// calls the library's.
std::vector<std::string> activationOwners(const Site &S,
                                          const UserLines &Callers);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_ACTIVATIONOWNERS_H
