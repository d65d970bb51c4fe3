//===- SizeModel.h - what an allocator would make of a size -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// For "what if" without running anything: the block that malloc would give for
/// a size, by the rules of SizeClasses.def. Pages that an allocator keeps for
/// later, and what it needs to know its blocks, are not in it.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ALLOCATORS_SIZEMODEL_H
#define ANOMALLOC_ALLOCATORS_SIZEMODEL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace anomalloc {

struct ModelledBlock {
  uint64_t Usable; ///< As malloc_usable_size(3) says.
  uint64_t Taken;  ///< With headers.
};

class SizeModel {
public:
  constexpr SizeModel(llvm::StringRef Id, uint64_t Header,
                      uint64_t OwnPagesFrom)
      : Id(Id), Header(Header), OwnPagesFrom(OwnPagesFrom) {}

  llvm::StringRef id() const { return Id; }
  /// None for sizes that no allocator gives.
  std::optional<ModelledBlock> blockFor(uint64_t Requested) const;
  /// What stands before a block that is known to have \p Usable bytes.
  uint64_t headerOf(uint64_t Usable) const;
  /// What stands before each block, at least.
  uint64_t leastHeader() const { return Header; }

private:
  llvm::StringRef Id;
  uint64_t Header, OwnPagesFrom;
};

llvm::ArrayRef<SizeModel> sizeModels();
/// Null if there is none for this name of Known.def.
const SizeModel *findSizeModel(llvm::StringRef Id);

} // namespace anomalloc

#endif // ANOMALLOC_ALLOCATORS_SIZEMODEL_H
