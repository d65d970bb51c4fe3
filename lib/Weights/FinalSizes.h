//===- FinalSizes.h - how large containers became ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector that grows by doubling asks for blocks of 8, 16 and 32 bytes, of
// which only the last says how large it became:
//
//   blocks of   8 bytes: 2,500     stayed at  8 bytes: 1,000
//              16 bytes: 1,500               16 bytes:   500
//              32 bytes: 1,000               32 bytes: 1,000
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_WEIGHTS_FINALSIZES_H
#define ANOMALLOC_WEIGHTS_FINALSIZES_H

#include "Weights/Measurements.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>

namespace anomalloc {

/// The sizes of the last block of each container.
struct FinalSizes {
  uint64_t Containers = 0;
  std::map<uint64_t, uint64_t> BySize; ///< Bytes, and how many containers.

  /// The smallest size that \p Percent of the containers did not exceed, in
  /// bytes. There must be containers.
  uint64_t quantile(unsigned Percent) const;
};

/// Whether the sizes of all blocks of \p Chains, indices of \p All, are known.
bool areAllSizesKnown(const Measurements &All, llvm::ArrayRef<uint32_t> Chains);

/// The sizes of the blocks of \p Chains, indices of \p All. With \p Grows, the
/// blocks are those of containers that double their room: the sizes are those
/// of the room, not of what is in it. Nullopt if not all sizes are known, or
/// the numbers are not those of doubling.
std::optional<FinalSizes> finalSizes(const Measurements &All,
                                     llvm::ArrayRef<uint32_t> Chains,
                                     bool Grows);

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_FINALSIZES_H
