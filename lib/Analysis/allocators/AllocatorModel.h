//===- AllocatorModel.h - what a block takes from the heap ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_ALLOCATORS_ALLOCATORMODEL_H
#define ANOMALLOC_ANALYSIS_ALLOCATORS_ALLOCATORMODEL_H

#include "Profile/Profile.h"

namespace anomalloc {

/// How a block's true size is known.
enum class BlockSource {
  Measured, ///< The allocator was asked for blocks of this very size.
  Modelled, ///< By glibc's rule, in the absence of an answer.
  Unknown,
};
inline constexpr BlockSource BlockSources[] = {
    BlockSource::Measured, BlockSource::Modelled, BlockSource::Unknown};
/// "measured", "modelled", "unknown": in text and in JSON.
llvm::StringRef nameOf(BlockSource Source);

struct BlockSize {
  BlockSource Source = BlockSource::Unknown;
  uint64_t Usable = 0; ///< Bytes that the program may use.
  uint64_t Taken = 0;  ///< Bytes that leave the heap: usable and header.
};

/// The library that gave every process of a profile its malloc.
struct AllocatorInUse {
  llvm::StringRef Path;   ///< "" if there is no single such library.
  const char *WhyUnknown; ///< The reason why Path is "".
};
AllocatorInUse findAllocatorInUse(const Profile &P);

/// Whether the path \p Library has the file name of glibc's library.
bool isLibraryOfGlibc(llvm::StringRef Library);

class SizeModel;

/// The sizes of blocks in one profile. A size is the measured one; else, if the
/// run had glibc's malloc, the one by the model of glibc
/// (Allocators/SizeClasses.def). Other models are not used, as nobody knows
/// which version an allocator was.
class AllocatorModel {
public:
  explicit AllocatorModel(const Profile &P);
  BlockSize blockFor(uint64_t Requested) const;
  /// A lower bound for the bytes in the headers of \p Blocks blocks: blocks
  /// with pages of their own are not told apart. 0: not glibc.
  uint64_t leastHeader(uint64_t Blocks) const;

private:
  const Profile &P;
  const SizeModel *Model; ///< Null: not glibc.
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_ALLOCATORS_ALLOCATORMODEL_H
