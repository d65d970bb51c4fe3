//===- BlockKind.cpp ------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/stacks/BlockKind.h"

using namespace llvm;

namespace anomalloc {

static const BlockKind Kinds[] = {
    {"all", "occurrence", "", nullptr},
    {"leaked", "block", "never freed",
     [](const LifetimeCounts &C) { return C.live(); }},
    {"peak", "block", "live at the peak",
     [](const LifetimeCounts &C) { return C.AtPeak; }},
    {"temporary", "temporary block", "",
     [](const LifetimeCounts &C) { return C.Temporary; }},
    {"reallocated", "block", "given back by realloc",
     [](const LifetimeCounts &C) { return C.Reallocated; }},
    {"moved", "block", "copied by realloc",
     [](const LifetimeCounts &C) { return C.Moved; }},
    {"other-thread", "block", "freed by another thread",
     [](const LifetimeCounts &C) { return C.FreedElsewhere; }},
};

ArrayRef<BlockKind> blockKinds() { return Kinds; }

} // namespace anomalloc
