//===- SizeModel.cpp - what an allocator would make of a size -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/SizeModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr uint64_t Unlimited = UINT64_MAX;
constexpr uint64_t FourADoubling = 0;
constexpr uint64_t Page = 4096;

constexpr SizeModel Models[] = {
#define ANOMALLOC_SIZE_MODEL(Id, Header, OwnPagesFrom)                         \
  SizeModel(Id, Header, OwnPagesFrom),
#include "Allocators/SizeClasses.def"
};

struct SizeClasses {
  StringRef Id;
  uint64_t UpTo, Step;
};
constexpr SizeClasses Classes[] = {
#define ANOMALLOC_SIZE_CLASSES(Id, UpTo, Step) {Id, UpTo, Step},
#include "Allocators/SizeClasses.def"
};

uint64_t roundUp(uint64_t Size, uint64_t Step) {
  if (Step == FourADoubling)
    Step = PowerOf2Ceil(Size) / 8;
  return divideCeil(Size, Step) * Step;
}

} // namespace

std::optional<ModelledBlock> SizeModel::blockFor(uint64_t Requested) const {
  if (Requested > INT64_MAX) // malloc gives no more than PTRDIFF_MAX.
    return std::nullopt;
  // Of nothing, all give a block of their smallest class.
  const uint64_t Size = std::max<uint64_t>(Requested + Header, 1);
  for (const SizeClasses &C : Classes) {
    if (C.Id != Id || Size > C.UpTo)
      continue;
    uint64_t Taken = roundUp(Size, C.Step);
    if (OwnPagesFrom && Taken >= OwnPagesFrom) {
      Taken = alignTo(Taken + Header, Page);
      return ModelledBlock{Taken - 2 * Header, Taken};
    }
    return ModelledBlock{Taken - Header, Taken};
  }
  return std::nullopt;
}

uint64_t SizeModel::headerOf(uint64_t Usable) const {
  const bool OwnPages = OwnPagesFrom && Usable >= OwnPagesFrom &&
                        (Usable + 2 * Header) % Page == 0;
  return OwnPages ? 2 * Header : Header;
}

ArrayRef<SizeModel> sizeModels() { return Models; }

const SizeModel *findSizeModel(StringRef Id) {
  for (const SizeModel &M : Models)
    if (M.id() == Id)
      return &M;
  return nullptr;
}

} // namespace anomalloc
