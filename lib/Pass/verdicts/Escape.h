//===- Escape.h - where the address of a block goes -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows the address of a block through one function, through the local
/// variables that hold it, and through the functions of the module that are
/// given it. The answer is a proof: a block without an obstacle can be reached
/// from nowhere after the function has returned or begun its next iteration.
/// What must hold for that stands in docs/design/verdicts.md.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_VERDICTS_ESCAPE_H
#define ANOMALLOC_PASS_VERDICTS_ESCAPE_H

#include "anomalloc/SiteTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace llvm {
class Argument;
class BasicBlock;
class CallBase;
class DataLayout;
class Function;
class Instruction;
class TargetLibraryInfo;
class Type;
class Value;
} // namespace llvm

namespace anomalloc {

class EscapeWalk;

/// The offsets, in bytes, at which an object holds the address of a block.
struct HeldAt {
  static constexpr unsigned AddressSize = 8; ///< Bytes.

  std::vector<int64_t> Offsets; ///< Sorted. Each is the start of 8 bytes.
  bool Anywhere = false;        ///< The offsets are not known.

  /// Whether \p Size bytes from \p Begin on overlap with the address. A number
  /// that is none is not known.
  bool overlaps(std::optional<int64_t> Begin,
                std::optional<uint64_t> Size) const;
  /// False: it was known already.
  bool add(std::optional<int64_t> Begin, std::optional<uint64_t> Size);
  bool operator<(const HeldAt &Other) const {
    return std::tie(Anywhere, Offsets) <
           std::tie(Other.Anywhere, Other.Offsets);
  }
};

/// Why the address of a block does not stay in the function.
struct EscapeReason {
  VerdictObstacle Why = VerdictObstacle::None;
  const llvm::Instruction *At = nullptr; ///< Null if Why is None.
};

/// What a function does with one of its arguments.
struct ArgumentUse {
  bool Escapes = true;
  /// What is returned may lead to the block, or to the object that holds the
  /// address of the block.
  bool ReturnsBlock = false, ReturnsHolder = false;
  bool WritesHolder = true; ///< The object may hold something else afterwards.
  bool SpreadsInHolder = false; ///< It may hold the address in other places.
  bool MayFree = true;          ///< It may free the block.
};

/// Where the address of a block goes. One object serves one module, as long as
/// the module does not change.
class EscapeFinder {
public:
  using LibraryOf =
      std::function<const llvm::TargetLibraryInfo &(const llvm::Function &)>;

  explicit EscapeFinder(LibraryOf Library) : Library(std::move(Library)) {}

  struct Escape {
    /// The first one in the order of the code.
    EscapeReason Reason;
    /// The local variables that hold the address and that only this function,
    /// and functions that it calls with a reference to them, can change.
    llvm::SmallPtrSet<const llvm::Value *, 4> Holders;
    /// The calls of library functions in the function that free the block, or
    /// may do so: all of them, if there is no reason.
    llvm::SmallSetVector<const llvm::CallBase *, 2> Frees;
    /// A function that is called may free the block.
    bool MayBeFreedInside = true;
    /// If there is no reason, and all calls but those that free only read: the
    /// calls that are given the block, in the order of the code.
    llvm::SmallVector<const llvm::CallBase *, 2> Readers;
  };
  /// Where the block that \p Call returns goes in its function. It may be
  /// stored in \p Into, which an argument points to, if that is not null.
  Escape ofBlock(const llvm::CallBase &Call, const llvm::Value *Into = nullptr);
  /// Where the blocks go whose addresses stand in \p Object, which is in \p F,
  /// so many bytes from its beginning. Without \p Offsets: whether somebody may
  /// get to know the object.
  Escape ofObject(const llvm::Function &F, const llvm::Value &Object,
                  llvm::ArrayRef<int64_t> Offsets);

  /// What \p Callee does with its argument number \p Number. The argument is
  /// the address of the block or, with \p Held, that of an object that holds
  /// the address.
  ArgumentUse ofArgument(const llvm::Function &Callee, unsigned Number,
                         const HeldAt *Held);

  /// The function whose body in the module \p Call runs. Null if that is not
  /// known, or if the function may return twice.
  const llvm::Function *knownBody(const llvm::CallBase &Call);

  /// The place of \p B among the blocks of its function, in the order in which
  /// they run.
  unsigned placeOf(const llvm::BasicBlock &B);

  const llvm::TargetLibraryInfo &library(const llvm::Function &F) const {
    return Library(F);
  }

private:
  Escape found(EscapeWalk &W) const;

  using Key = std::tuple<const llvm::Function *, unsigned, bool, HeldAt>;
  LibraryOf Library;
  std::map<Key, ArgumentUse> Known;
  llvm::DenseMap<const llvm::Function *, bool> IsKnown; ///< Its body.
  const llvm::Function *Ordered = nullptr;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Order; ///< Of Ordered.
  unsigned Levels = 0; ///< Of calls that are being looked at.
};

/// The bytes that a value of type \p T takes in memory. None if that depends on
/// the machine that runs.
std::optional<uint64_t> storeSizeOf(const llvm::Type &T,
                                    const llvm::DataLayout &Layout);

/// Whether \p Call gives a block another size, and keeps its contents.
bool resizesBlock(const llvm::CallBase &Call);

/// Whether \p Callee may return more than once for one call, marked or not:
/// setjmp(3), getcontext(3), vfork(2), and what Clang makes of
/// __builtin_setjmp.
bool returnsTwice(const llvm::Function &Callee);

/// Whether code of \p F may run a second time behind a call that returns twice.
bool mayRunTwice(const llvm::Function &F);

/// \p Address as a number of bytes from \p Base. None if that is not known.
std::optional<int64_t> offsetFrom(const llvm::Value &Address,
                                  const llvm::Value &Base,
                                  const llvm::DataLayout &Layout);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_VERDICTS_ESCAPE_H
