//===- AllocatorModel.cpp - what the allocator in use takes for a block ---===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/AllocatorModel.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {
namespace {

// Of glibc's malloc on 64-bit machines; see malloc.c, "request2size" and
// "sysmalloc_mmap".
constexpr uint64_t Header = 8;
constexpr uint64_t Alignment = 16;
constexpr uint64_t MinBlock = 32;
constexpr uint64_t Page = 4096;
constexpr uint64_t MmapThreshold = 128 << 10;

uint64_t headerOf(uint64_t Usable) {
  bool OwnPages = Usable >= MmapThreshold && (Usable + 2 * Header) % Page == 0;
  return OwnPages ? 2 * Header : Header;
}

BlockSize glibcBlockFor(uint64_t Requested) {
  BlockSize B;
  B.Source = BlockSource::Modelled;
  uint64_t Padded = SaturatingAdd(Requested, Header);
  if (Padded > UINT64_MAX - 2 * Page)
    return {};
  B.Taken = std::max(MinBlock, alignTo(Padded, Alignment));
  if (B.Taken >= MmapThreshold)
    B.Taken = alignTo(B.Taken + Header, Page);
  B.Usable = B.Taken - (B.Taken >= MmapThreshold ? 2 * Header : Header);
  return B;
}

} // namespace

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
    : P(P), Glibc(isLibraryOfGlibc(findAllocatorInUse(P).Path)) {}

BlockSize AllocatorModel::blockFor(uint64_t Requested) const {
  if (auto It = P.UsableSizes.find(Requested);
      It != P.UsableSizes.end() && It->second >= Requested) {
    uint64_t Usable = It->second;
    return {BlockSource::Measured, Usable,
            SaturatingAdd(Usable, Glibc ? headerOf(Usable) : 0)};
  }
  return Glibc ? glibcBlockFor(Requested) : BlockSize();
}

} // namespace anomalloc
