//===- Sections.h - phases and scopes ---------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Section ids, names and running phases outlive a fork: a child goes on in the
/// phase that its parent was in. Id 0 is outside every section.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_SECTIONS_H
#define ANOMALLOC_RUNTIME_SECTIONS_H

#include "System.h"
#include <stdint.h>

namespace anomalloc {

struct Process;

/// Section that the calling thread's events count to: its innermost scope, or
/// else the process's innermost phase.
uint32_t currentSection();

/// Whether the calling thread has a scope running.
bool inScope();

/// Writes the names of all known sections into a new profile.
void recordKnownSections(Process &P, const sys::SignalGuard &Guard);

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_SECTIONS_H
