//===- SizeModel.h - what an allocator would make of a size -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Answers "what if" questions without running anything. A SizeModel gives the
/// block that malloc would give for a size, by the rules of SizeClasses.def. It
/// does not count pages that an allocator keeps for later, nor the allocator's
/// own tables.
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
  /// The bytes that stand before a block with \p Usable usable bytes.
  uint64_t headerOf(uint64_t Usable) const;
  /// The least number of bytes that stand before each block.
  uint64_t leastHeader() const { return Header; }

private:
  llvm::StringRef Id;
  uint64_t Header, OwnPagesFrom;
};

llvm::ArrayRef<SizeModel> sizeModels();
/// The model for a name of Known.def; null if there is none.
const SizeModel *findSizeModel(llvm::StringRef Id);

} // namespace anomalloc

#endif // ANOMALLOC_ALLOCATORS_SIZEMODEL_H
