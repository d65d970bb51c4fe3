//===- ActivationOwners.h - whose activations blocks are of -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LIFETIMES_ACTIVATIONOWNERS_H
#define ANOMALLOC_ANALYSIS_LIFETIMES_ACTIVATIONOWNERS_H

#include "Analysis/lines/UserCallers.h"

namespace anomalloc {

/// LifetimeCounts::SameActivation of a site counts blocks by the activations of
/// some functions. Returns the demangled names of these functions, without
/// parameters, each once. Usually there is one: the function that holds the
/// site after inlining. If that function is a library's, they are the functions
/// that call it.
///
/// Empty if the functions are not known. Either one of them does not say when
/// it is entered, so a function further out was counted; or the callers of the
/// library's function are not known.
std::vector<std::string> activationOwners(const Site &S,
                                          const UserLines &Callers);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LIFETIMES_ACTIVATIONOWNERS_H
