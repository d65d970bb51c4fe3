//===- Coverage.cpp - what a profile saw, and what it could not see -------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/totals/Coverage.h"
#include "anomalloc/Ranks.h"
#include "anomalloc/SnapshotFormat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;

namespace anomalloc {

/// A static program's malloc, and a sanitizer's, is the program's own, or its
/// place is not known.
static bool neverCalledMalloc(const Process &One) {
  StringRef Allocator = One.info("allocator").value_or("");
  return !One.Interposed && !One.Bypassed && !Allocator.empty() &&
         Allocator != One.info("program").value_or("");
}

/// If \p One had no room, since the time in \p Key, adds \p Events.
static void addNoRoom(Coverage::NoRoom &To, const Process &One, const char *Key,
                      uint64_t Events) {
  uint64_t Since = 0;
  if (!to_integer(One.info(Key).value_or(""), Since) || !Since)
    return;
  To.Since = To.Since ? std::min(To.Since, Since) : Since;
  To.Events = SaturatingAdd(To.Events, Events);
}

Coverage computeCoverage(const Profile &P) {
  Coverage C;
  std::set<std::string> Allocators;
  for (const Process &One : P.Processes) {
    ++C.Processes;
    C.Ended += One.Exited;
    C.Interposed += One.Interposed;
    C.Bypassed += One.Bypassed;
    C.PartlyInterposed += One.Interposed && One.Bypassed;
    C.Uncalled += neverCalledMalloc(One);
    C.Instrumented += One.Units != 0;
    C.Units = std::max<uint64_t>(C.Units, One.Units);
    C.DroppedEvents = SaturatingAdd(C.DroppedEvents, One.DroppedEvents);
    C.DroppedBytes = SaturatingAdd(C.DroppedBytes, One.DroppedBytes);
    if (std::optional<StringRef> Why = One.info("dropped_because"))
      C.DroppedBecause = Why->str();
    if (uint64_t Children = 0;
        to_integer(One.info("unrecorded_children").value_or(""), Children)) {
      C.Unrecorded = SaturatingAdd(C.Unrecorded, Children);
      C.UnrecordedBecause = One.info("unrecorded_because").value_or("").str();
    }
    uint64_t InClasses = 0;
    to_integer(One.info("in_size_classes").value_or(""), InClasses);
    addNoRoom(C.Sizes, One, "sizes_full", InClasses);
    addNoRoom(C.Stacks, One, "stacks_full", One.LostStacks);
    const bool IsAttached = One.info("attached").has_value();
    const bool EndedBefore = One.info(format::EndedByKey).has_value();
    const bool IsDetached = (IsAttached || EndedBefore ||
                             One.info(format::SnapshotKey)) &&
                            !One.Exited && One.EndTime;
    C.EndedBefore += EndedBefore;
    C.Attached += IsAttached;
    C.Detached += IsDetached;
    if (One.Exited || IsDetached)
      C.Nanoseconds = std::max(C.Nanoseconds, One.runTime());
    if (StringRef Asked = One.info("asked").value_or(""); !Asked.empty()) {
      ++C.Reduced;
      C.Asked = Asked.str();
      C.Recorded = One.info("mode").value_or("").str();
    }
    if (StringRef Allocator = One.info("allocator").value_or("");
        !Allocator.empty())
      Allocators.insert(Allocator.str());
  }
  C.Allocators.assign(Allocators.begin(), Allocators.end());

  for (const Lane &L : P.Lanes)
    C.Threads += L.Threads;

  C.Recovered = count_if(P.Sites, [](const Site &S) { return S.FromBinary; });
  C.Sites = P.Sites.size() - C.Recovered;
  std::vector<bool> Hit(P.Sites.size());
  for (const Count &Seen : P.Counts)
    if (Seen.Site && Seen.Allocations && !P.site(*Seen.Site).FromBinary)
      Hit[uint32_t(*Seen.Site)] = true;
  for (size_t I = 0; I < Hit.size(); ++I)
    if (Hit[I]) {
      ++C.SitesHit;
      C.SitesWithoutLine +=
          none_of(P.Sites[I].Chain, [](const Frame &F) { return F.Line; });
    }
  return C;
}

} // namespace anomalloc
