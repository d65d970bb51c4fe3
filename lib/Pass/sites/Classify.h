//===- Classify.h - which calls allocate ------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_SITES_CLASSIFY_H
#define ANOMALLOC_PASS_SITES_CLASSIFY_H

#include "anomalloc/SiteTable.h"
#include "sites/UserFunctions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace llvm {
class TargetLibraryInfo;
} // namespace llvm

namespace anomalloc {

/// How a call shows that it gave a block.
enum class Success : uint8_t {
  Always,        ///< It throws or never fails.
  NonNullResult, ///< The returned pointer is not null.
  ZeroResult,    ///< The returned integer is 0.
};

/// What one call of an allocation function means.
struct Allocation {
  SiteFamily Family = SiteFamily::Heap;
  Success Shows = Success::Always;
  /// The arguments that tell the size. None if the callee does not tell the
  /// size: the block is counted as 0 bytes then.
  std::optional<SizeArguments> Size;
  /// Where the block lies; of pools alone.
  MemorySpace Space = MemorySpace::Host;
  /// Another library may stand before the callee and count the block, unless it
  /// is told not to (anomalloc/Abi.h, __anomalloc_device_asking).
  bool IsWrapped = false;
};

/// Tells whether a call allocates. The answer comes from the rows of
/// AllocFunctions.def, the user's own functions, attributes (allockind,
/// allocsize, malloc) and class-specific operator new. One object serves one
/// module.
class Classifier {
public:
  explicit Classifier(UserFunctions Own) : Own(std::move(Own)) {}

  /// None: the call allocates nothing that a site should count.
  std::optional<Allocation> classify(const llvm::CallBase &Call,
                                     const llvm::TargetLibraryInfo &TLI);

  /// Whether \p F is the program's own definition of a heap function. Blocks
  /// that \p F takes from the heap are counted at the sites of its callers.
  static bool isHeapFunctionDefinition(const llvm::Function &F);

private:
  std::optional<Allocation> classifyCallee(const llvm::Function &Callee,
                                           const llvm::TargetLibraryInfo &TLI);

  UserFunctions Own;
  llvm::DenseMap<const llvm::Function *, std::optional<Allocation>> Known;
};

/// Whether \p Name is a leading function by the rows of AllocFunctions.def.
bool isLeadingFunction(llvm::StringRef Name);

/// The linkage name of the function that \p Call asks for memory: the callee,
/// or, for a virtual call or a call through a pointer, the function whose
/// source holds the call.
llvm::StringRef askedFunction(const llvm::CallBase &Call);

/// Whether \p Name is one of OpenMP's leading functions that are given a
/// function of the program to call. The given function runs before the leading
/// function returns, or while another leading function of OpenMP runs.
bool runsCallbacks(llvm::StringRef Name);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SITES_CLASSIFY_H
