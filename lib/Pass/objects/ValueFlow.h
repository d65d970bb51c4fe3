//===- ValueFlow.h - where the values of one function go -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_OBJECTS_VALUEFLOW_H
#define ANOMALLOC_PASS_OBJECTS_VALUEFLOW_H

#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include <functional>

namespace anomalloc {

/// Finds where the values of one function go. A local variable (an alloca) is
/// one thing: its parts are not told apart.
class ValueFlow {
public:
  using AskCall = std::function<bool(const llvm::CallBase &)>;

  /// \p Result is the argument that points to the object that the function
  /// makes for its caller. It is null if no argument does.
  ValueFlow(const llvm::Argument *Result, AskCall IsMaker, AskCall MayMake)
      : Result(Result), IsMaker(std::move(IsMaker)),
        MayMake(std::move(MayMake)) {}

  /// Whether \p V is returned, or stored in an object that is returned.
  bool leaves(const llvm::Value &V) { return anyLeaves({Item(&V, false)}); }
  /// Whether \p Address is in the object that is returned, or in memory that is
  /// reached from it.
  bool isInResult(const llvm::Value &Address) {
    Items Makers;
    return findRoots(Address, Makers) || anyLeaves(std::move(Makers));
  }
  /// Whether the contents of \p Local are returned. Also true if a call that
  /// makes nothing, such as a move, hands the contents on to the object that is
  /// returned.
  bool isHandedOn(const llvm::AllocaInst &Local) {
    return anyLeaves({Item(&Local, true)});
  }

private:
  /// With false: a value that is followed. With true: the address of a local
  /// variable that holds the followed value or a part of it.
  using Item = llvm::PointerIntPair<const llvm::Value *, 1, bool>;
  using Items = llvm::SmallVector<Item, 8>;

  bool anyLeaves(Items Start);
  bool useLeaves(const llvm::User &U, Item From);
  bool callLeaves(const llvm::CallBase &Call, Item From);
  bool goesInto(const llvm::Value &Address, bool IsPlace);
  bool findRoots(const llvm::Value &Address, Items &Calls) const;

  const llvm::Argument *Result;
  AskCall IsMaker, MayMake;
  Items Worklist;
  Items Taken; ///< Results of makers that were given the value.
  bool MayBeFreed = false;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_OBJECTS_VALUEFLOW_H
