//===- StackTreeJson.h - all stacks as compact JSON -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_STACKS_STACKTREEJSON_H
#define ANOMALLOC_REPORT_STACKS_STACKTREEJSON_H

#include "Analysis/stacks/PackedStacks.h"
#include "llvm/Support/raw_ostream.h"

namespace anomalloc {

/// Writes JSON as `anomalloc schema stack-tree` describes it. Tables are
/// written column by column, and each text once. Half a million stacks take a
/// few megabytes when they are compressed.
void writeJsonStackTree(llvm::raw_ostream &OS, const PackedStacks &S);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_STACKS_STACKTREEJSON_H
