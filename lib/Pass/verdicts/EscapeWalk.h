//===- EscapeWalk.h - one address, through one function ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_VERDICTS_ESCAPEWALK_H
#define ANOMALLOC_PASS_VERDICTS_ESCAPEWALK_H

#include "verdicts/Escape.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Module.h"

namespace llvm {
class BinaryOperator;
class IntrinsicInst;
class StoreInst;
} // namespace llvm

namespace anomalloc {

/// Where a value goes that is stored in memory of \p Object, which is no local
/// variable.
VerdictObstacle keeperOf(const llvm::Value &Object);

/// What is followed.
enum class EscapeRole : uint8_t {
  Block,  ///< A pointer into the block.
  Number, ///< A number that was computed from such a pointer.
  Place   ///< A pointer into an object that holds such a pointer.
};

/// Follows one address through one function.
class EscapeWalk {
public:
  /// \p IsCallee: what is returned does not escape yet.
  EscapeWalk(EscapeFinder &Finder, const llvm::Function &F, bool IsCallee)
      : Finder(Finder), F(F), IsCallee(IsCallee),
        Layout(F.getParent()->getDataLayout()), Library(Finder.library(F)) {}

  /// Follows the block itself, which begins at \p V.
  void followBlock(const llvm::Value &V) {
    Block = &V;
    follow(V, EscapeRole::Block);
  }
  void follow(const llvm::Value &V, EscapeRole R,
              const llvm::Value *Base = nullptr);
  void addHolder(const llvm::Value &Base, std::optional<int64_t> Begin,
                 std::optional<uint64_t> Size);
  /// The address may be stored in \p Object: it does not escape there.
  void allowHolder(const llvm::Value &Object) { Holders[&Object]; }
  /// Follows the address of \p Object, which may hold nothing.
  void followObject(const llvm::Value &Object) {
    allowHolder(Object);
    follow(Object, EscapeRole::Place, &Object);
  }
  void run();

  EscapeReason first(); ///< In the order of the code.
  bool escapes() const { return !Reasons.empty(); }
  bool returns(EscapeRole R) const {
    return R == EscapeRole::Place ? Places : Blocks;
  }
  bool writes(const llvm::Value &Base) const { return Written.contains(&Base); }
  /// Calls of library functions that free the block, or may.
  auto &frees() const { return Frees; }
  /// The other calls that are given the block or an object that holds it, in
  /// the order of the code. Empty: none, or one of them does not only read.
  llvm::SmallVector<const llvm::CallBase *, 2> readers();
  /// Whether another function that is called here may free it.
  bool mayBeFreedInside() const { return IsFreedInside; }
  auto &holders() const { return Holders; }
  const HeldAt &held(const llvm::Value &Base) { return Holders[&Base]; }
  bool isCaptured(const llvm::Value &Base) const {
    return Captured.contains(&Base);
  }

private:
  struct Item {
    const llvm::Value *V;
    EscapeRole R;
    const llvm::Value *Base; ///< Of a place.
  };
  using Seen =
      std::pair<std::pair<const llvm::Value *, const llvm::Value *>, unsigned>;

  void visit(const llvm::Use &U, const Item &From);
  void visitStore(const llvm::StoreInst &Store, const llvm::Use &U,
                  const Item &From);
  void visitCall(const llvm::CallBase &Call, const llvm::Use &U,
                 const Item &From);
  void visitIntrinsic(const llvm::IntrinsicInst &Call, const llvm::Use &U,
                      const Item &From);
  void visitNumber(const llvm::Instruction &I);
  void noteGiven(const llvm::CallBase &Call, unsigned Number, bool IsPlace);
  void put(const llvm::Instruction &At, const llvm::Value &Address,
           std::optional<uint64_t> Size);
  bool isBefore(const llvm::Instruction &A, const llvm::Instruction &B);
  bool isAddressAsNumber(const llvm::Value *V) const;
  void fail(VerdictObstacle Why, const llvm::Instruction &At, const Item &From);
  bool isBlockSeen(const llvm::Value *V) const {
    return Visited.contains({{V, nullptr}, unsigned(EscapeRole::Block)}) ||
           Visited.contains({{V, nullptr}, unsigned(EscapeRole::Number)});
  }

  EscapeFinder &Finder;
  const llvm::Function &F;
  const bool IsCallee;
  const llvm::Value *Block = nullptr; ///< Null: only its holders are known.
  const llvm::DataLayout &Layout;
  const llvm::TargetLibraryInfo &Library;
  llvm::SmallVector<Item, 16> Worklist;
  llvm::DenseSet<Seen> Visited;
  llvm::MapVector<const llvm::Value *, HeldAt> Holders;
  llvm::SmallPtrSet<const llvm::Value *, 4> Captured, Written;
  llvm::SmallVector<std::pair<const llvm::Use *, Item>, 4> GivenPlaces;
  llvm::SmallVector<const llvm::BinaryOperator *, 4> Differences;
  llvm::SmallVector<EscapeReason, 2> Reasons;
  llvm::SmallSetVector<const llvm::CallBase *, 2> Frees, Given;
  bool OnlyRead = true; ///< By all of Given.
  bool Blocks = false, Places = false, IsFreedInside = false;
  unsigned Steps = 0;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_VERDICTS_ESCAPEWALK_H
