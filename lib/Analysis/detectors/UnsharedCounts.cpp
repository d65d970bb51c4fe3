//===- UnsharedCounts.cpp - atomic counts without need --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks that hold the counts of a std::shared_ptr, of a program with several
/// threads, were all used and freed by the thread that made them. Each copy of
/// the pointer counts with an atomic instruction, which nobody needed. (Where
/// there is one thread alone, libraries count without.) So it is of objects
/// with atomic members, as counts that stand in the object itself, if the
/// program writes these members again and again.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessEvidence.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

/// Whether the block at \p S was asked for by a function that makes counts:
/// names of libstdc++ and libc++.
static bool holdsCounts(const Site &S) {
  static constexpr StringLiteral Names[] = {"_Sp_counted", "__shared_count",
                                            "__shared_ptr_emplace",
                                            "__shared_ptr_pointer"};
  return any_of(S.Chain, [](const Frame &F) {
    return any_of(Names,
                  [&](StringRef Name) { return F.Function.contains(Name); });
  });
}

/// The first atomic member among \p Members that the blocks of \p L have, and
/// that is written twice in each of \p Blocks at least; null: none is known.
static const Member *atomicMember(ArrayRef<Member> Members, const BlockGroup &L,
                                  uint64_t Blocks) {
  using Counters = format::AccessCounters;
  for (const Member &M : Members) {
    const StringRef Type = M.Type;
    if (Type.starts_with("atomic<") || Type.starts_with("atomic_") ||
        Type.starts_with("_Atomic ")) {
      const uint32_t Slot = uint32_t(M.Offset / 8);
      if (L.Sum.access(Counters::SlotWrites + Slot) / 2 / Blocks >= M.Bytes)
        return &M;
    } else if (const Member *Inner = atomicMember(M.Parts, L, Blocks)) {
      return Inner;
    }
  }
  return nullptr;
}

/// What in the blocks needs atomic instructions, in words; "": nothing known.
static std::string atomicsOf(const BlockGroup &L, const Profile &P,
                             uint64_t Blocks) {
  if (all_of(L.Sites, [&](SiteIndex S) { return holdsCounts(P.site(S)); }))
    return "their counts";
  const ClassLayout *Layout = commonLayout(L, P);
  const Member *Its =
      Layout ? atomicMember(Layout->Members, L, Blocks) : nullptr;
  return Its ? "the member " + Its->Name + " (" + Its->Type + ")" : "";
}

std::optional<MeasuredAnomaly> detectUnsharedCounts(const BlockGroup &L,
                                                    const FindingContext &C) {
  using Counters = AccessEvidence::Counters;
  const AccessEvidence A(L, C.P);
  const bool HasThreads =
      C.P.Lanes.size() > C.P.Processes.size() ||
      any_of(C.P.Lanes, [](const Lane &Its) { return Its.Threads > 1; });
  if (!HasThreads || !A.isKnown() || !C.isFrequent(A.touched()) ||
      A.of(Counters::ByMaker) != A.touched() || L.Sum.FreedElsewhere)
    return std::nullopt;
  const std::string Atomics = atomicsOf(L, C.P, A.touched());
  if (Atomics.empty())
    return std::nullopt;
  MeasuredAnomaly F;
  F.Sure = Confidence::Likely;
  F.Evidence =
      formatv("all of {0:N} blocks that were used, with {1}, were used "
              "by the thread alone that made them, as far as {2} tells",
              A.touched(), Atomics, ByCountedCode)
          .str();
  return F;
}

} // namespace anomalloc
