//===- Coverage.cpp - what a profile saw, and what it could not see -------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Coverage.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;

namespace anomalloc {

Coverage computeCoverage(const Profile &P) {
  Coverage C;
  std::set<std::string> Allocators;
  for (const Process &One : P.Processes) {
    ++C.Processes;
    C.Ended += One.Exited;
    C.Interposed += One.Interposed;
    C.Bypassed += One.Bypassed;
    C.PartlyInterposed += One.Interposed && One.Bypassed;
    C.Instrumented += One.Units != 0;
    C.Units = std::max<uint64_t>(C.Units, One.Units);
    C.DroppedEvents = SaturatingAdd(C.DroppedEvents, One.DroppedEvents);
    C.DroppedBytes = SaturatingAdd(C.DroppedBytes, One.DroppedBytes);
    if (One.Exited && One.EndTime > One.StartTime)
      C.Nanoseconds = std::max(C.Nanoseconds, One.EndTime - One.StartTime);
    if (auto It = One.Info.find("allocator");
        It != One.Info.end() && !It->second.empty())
      Allocators.insert(It->second);
  }
  C.Allocators.assign(Allocators.begin(), Allocators.end());

  for (const Lane &L : P.Lanes)
    C.Threads += L.Threads;

  C.Sites = P.Sites.size();
  std::vector<bool> Hit(P.Sites.size());
  for (const Count &Seen : P.Counts)
    if (Seen.Site && Seen.Allocations)
      Hit[uint32_t(*Seen.Site)] = true;
  C.SitesHit = std::count(Hit.begin(), Hit.end(), true);
  return C;
}

} // namespace anomalloc
