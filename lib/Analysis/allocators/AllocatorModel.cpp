//===- AllocatorModel.cpp - what the allocator in use takes for a block ---===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/allocators/AllocatorModel.h"
#include "Allocators/SizeModel.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {
StringRef nameOf(BlockSource Source) {
  static const StringRef Names[] = {"measured", "modelled", "unknown"};
  static_assert(std::size(Names) == std::size(BlockSources));
  return Names[size_t(Source)];
}

AllocatorInUse findAllocatorInUse(const Profile &P) {
  if (P.Processes.empty())
    return {"", "the allocator is not known"};
  StringRef Library = P.Processes.front().info("allocator").value_or("");
  for (const Process &One : P.Processes) {
    StringRef Its = One.info("allocator").value_or("");
    if (Its.empty())
      return {"", "the allocator is not known"};
    // It is not the one that was bypassed; which one is, nobody knows.
    if (One.Bypassed && isLibraryOfGlibc(Its))
      return {"", "another allocator stands before Anomalloc's"};
    if (Its == One.info("program").value_or(""))
      return {"", "the allocator is a part of the program"};
    if (Its != Library)
      return {"", "the processes have different allocators"};
  }
  return {Library, ""};
}

bool isLibraryOfGlibc(StringRef Library) {
  return sys::path::filename(Library).starts_with("libc.so");
}

AllocatorModel::AllocatorModel(const Profile &P)
    : P(P), Model(isLibraryOfGlibc(findAllocatorInUse(P).Path)
                      ? findSizeModel("glibc")
                      : nullptr) {}

uint64_t AllocatorModel::leastHeader(uint64_t Blocks) const {
  return Model ? SaturatingMultiply(Blocks, Model->leastHeader()) : 0;
}

BlockSize AllocatorModel::blockFor(uint64_t Requested) const {
  if (auto It = P.UsableSizes.find(Requested);
      It != P.UsableSizes.end() && It->second >= Requested) {
    uint64_t Usable = It->second;
    return {BlockSource::Measured, Usable,
            SaturatingAdd(Usable, Model ? Model->headerOf(Usable) : 0)};
  }
  if (Model)
    if (auto Block = Model->blockFor(Requested))
      return {BlockSource::Modelled, Block->Usable, Block->Taken};
  return BlockSize();
}

} // namespace anomalloc
