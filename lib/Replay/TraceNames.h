//===- TraceNames.h - names for what a trace numbers ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_TRACENAMES_H
#define ANOMALLOC_REPLAY_TRACENAMES_H

#include "Replay/TraceSummary.h"

namespace anomalloc {

/// Fills TraceSummary::SectionNames, and SectionUse::EscapePlace.
void nameSections(TraceSummary &S, const TracedProfile::Names &Names);

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_TRACENAMES_H
