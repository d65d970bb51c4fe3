//===- TameGroups.h - changes that gain only together -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const Samples First = S;    copies share a block, which the first of them
//   Sum += First.at(0);         makes: while either copy stays, the block is
//   const Samples Last = S;     made
//   Sum += Last.at(2);
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_TAME_TAMEGROUPS_H
#define ANOMALLOC_ANOMALLOC_TAME_TAMEGROUPS_H

#include "tame/TameState.h"

namespace anomalloc {

/// Groups of \p Alone, which are changes that saved nothing alone. Changes
/// belong together if their blocks were made by the same line or in the same
/// function, as TameChange::About tells, directly or through others of the
/// group. Each change is in one group at most; a group has at least two. Of
/// changes that meet, or that one finding offers, the first is taken.
std::vector<std::vector<TameChange>> groupsOf(llvm::ArrayRef<TameChange> Alone);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_TAME_TAMEGROUPS_H
