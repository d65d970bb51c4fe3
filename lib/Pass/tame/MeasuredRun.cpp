//===- MeasuredRun.cpp - what a run counted at its sites ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/MeasuredRun.h"
#include "Profile/ProfileReader.h"
#include "Support/Saturated.h"

namespace anomalloc {

uint64_t MeasuredSite::upTo(uint64_t Bytes) const {
  uint64_t Sum = 0;
  for (const auto &[Size, Count] : BySize)
    if (Size <= Bytes)
      addSaturated(Sum, Count);
  return Sum;
}

uint64_t MeasuredSite::quantile(unsigned Percent) const {
  // How many may be larger; in two steps, for large numbers.
  const uint64_t Rest = 100 - Percent;
  const uint64_t Larger = Blocks / 100 * Rest + Blocks % 100 * Rest / 100;
  uint64_t Counted = 0;
  for (const auto &[Size, Count] : BySize) {
    addSaturated(Counted, Count);
    if (Blocks - Counted <= Larger)
      return Size;
  }
  return 0;
}

llvm::Expected<MeasuredRun> MeasuredRun::read(llvm::StringRef Path) {
  ReadOptions Options;
  Options.KeepLanes = false;
  llvm::Expected<std::unique_ptr<Profile>> P =
      readProfiles(Path.str(), Options);
  if (!P)
    return P.takeError();
  MeasuredRun Run;
  for (const Site &Each : (*P)->Sites) {
    if (Each.Family != SiteFamily::Heap)
      continue;
    MeasuredSite &Its = Run.Sites[Each.Id];
    for (const Frame &Level : Each.Chain)
      Its.Lines.push_back(Level.Line);
  }
  for (const Count &Each : (*P)->Counts) {
    if (!Each.Site || (*P)->site(*Each.Site).Family != SiteFamily::Heap)
      continue;
    MeasuredSite &Its = Run.Sites[(*P)->site(*Each.Site).Id];
    addSaturated(Its.Blocks, Each.Allocations);
    addSaturated(Its.BySize[Each.Size], Each.Allocations);
  }
  return Run;
}

const MeasuredSite *MeasuredRun::site(uint64_t Id) const {
  auto It = Sites.find(Id);
  return It == Sites.end() ? nullptr : &It->second;
}

} // namespace anomalloc
