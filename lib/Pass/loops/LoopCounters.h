//===- LoopCounters.h - loop entries and trip counts ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Inserts the counters from which allocations per iteration are computed. Code
/// before a loop with sites counts the entries of the loop. If the number of
/// iterations is known there, but is no constant, the code adds it to a second
/// counter:
/// \code
///   preheader:
///     %n = <backedge-taken count, expanded from ScalarEvolution> + 1
///     ... block of the unit, as in Record.h
///     asm "incq entries"
///     asm "addq %n, iterations"
///     br label %loop
/// \endcode
/// A preheader is made where there is none. The number of iterations is known
/// if it is cheap to compute and nothing can end the loop earlier. A call that
/// may throw, jump out or exit can do so. If the number is not known, each mark
/// of an iteration (LoopMarks.h) becomes an increment.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_LOOPS_LOOPCOUNTERS_H
#define ANOMALLOC_PASS_LOOPS_LOOPCOUNTERS_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class DominatorTree;
class Instruction;
class LoopInfo;
class ScalarEvolution;
class TargetTransformInfo;
class Value;
} // namespace llvm

namespace anomalloc {

class LoopRows;
class SourceLoops;
class UnitTable;

/// The counters of one loop.
struct LoopCounter {
  llvm::Instruction *Before; ///< The preheader's terminator.
  unsigned EntriesSlot;
  llvm::Value *Iterations; ///< 64 bits; null: not counted before the loop.
  unsigned IterationsSlot;
};

/// Decides for each loop of \p Loops which counters it gets, writes the slots
/// into the row of the loop, and expands the trip count. Must run while the
/// analyses are still valid.
llvm::SmallVector<LoopCounter, 4>
planLoopCounters(LoopRows &Loops, SourceLoops &Source, UnitTable &Table,
                 llvm::LoopInfo &LI, llvm::DominatorTree &DT,
                 llvm::ScalarEvolution &SE,
                 const llvm::TargetTransformInfo &TTI);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_LOOPS_LOOPCOUNTERS_H
