//===- WhatIf.cpp - a profile's blocks under each allocator ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/allocators/WhatIf.h"
#include "Allocators/SizeModel.h"
#include "Profile/Totals.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;

namespace anomalloc {

WhatIf computeWhatIf(const Profile &P) {
  std::map<uint64_t, uint64_t> BySize; // Allocations.
  for (const Count &C : P.Counts)
    if (isHeap(P, C) && C.Allocations)
      BySize[C.Size] = SaturatingAdd(BySize[C.Size], C.Allocations);

  WhatIf W;
  for (const SizeModel &M : sizeModels())
    W.Rows.push_back({M.id(), 0, 0, 0});
  for (auto [Size, Allocations] : BySize) {
    if (!sizeModels().front().blockFor(Size)) {
      W.TooLarge.add(Allocations, Size);
      continue;
    }
    ++W.Sizes;
    W.Requested.add(Allocations, Size);
    for (size_t I = 0; I != W.Rows.size(); ++I) {
      const ModelledBlock Block = *sizeModels()[I].blockFor(Size);
      WhatIf::Row &Row = W.Rows[I];
      Row.Usable = SaturatingMultiplyAdd(Allocations, Block.Usable, Row.Usable);
      Row.Taken = SaturatingMultiplyAdd(Allocations, Block.Taken, Row.Taken);
      if (Block.Usable == Size)
        Row.Exact = SaturatingAdd(Row.Exact, Allocations);
    }
  }
  return W;
}

} // namespace anomalloc
