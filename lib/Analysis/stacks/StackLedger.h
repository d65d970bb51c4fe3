//===- StackLedger.h - what is not shared out to stacks yet -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A profile counts every event by site, and counts the events that were
/// selected by stack once more. The sums must be the sums by site. So a stack
/// takes its numbers from the numbers of its site, and never more than are left
/// there.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_STACKS_STACKLEDGER_H
#define ANOMALLOC_ANALYSIS_STACKS_STACKLEDGER_H

#include "Profile/Profile.h"
#include "llvm/ADT/DenseMap.h"
#include <array>

namespace anomalloc {

/// Keeps \p N numbers of blocks for each site or dark origin, section and size.
template <size_t N> class StackLedger {
public:
  using Numbers = std::array<uint64_t, N>;
  struct Entry {
    std::optional<SiteIndex> Site; ///< As in Count.
    std::optional<DarkIndex> Dark;
    SectionIndex Section{};
    uint64_t Size = 0;
    Numbers Left = {};
    uint32_t Next = None; ///< Next entry of this site, section and size.
  };

  StackLedger(const Profile &P, bool MayGuess) : P(P), MayGuess(MayGuess) {}

  void add(Entry E) {
    auto [I, New] = FirstOf.try_emplace(keyOf(E), Entries.size());
    if (!New)
      E.Next = std::exchange(I->second, Entries.size());
    Entries.push_back(E);
  }

  /// Takes \p Wanted, or as much as is left, for a stack. Takes first from the
  /// entry of the code that called the allocator. If MayGuess, takes the rest
  /// from any entry of the same site, section and size: the stack and the entry
  /// may name that code differently. Returns the numbers that were taken.
  template <typename T> Numbers take(const T &Its, Numbers Wanted) {
    Numbers Taken = {};
    auto Known = FirstOf.find(keyOf(Its));
    if (Known == FirstOf.end())
      return Taken;
    for (bool Any : {false, true})
      for (uint32_t I = Known->second; I != None; I = Entries[I].Next)
        if (Any ? MayGuess : isCaller(Its.Stack, Entries[I]))
          move(Entries[I].Left, Wanted, Taken);
    return Taken;
  }

  /// The entries; their Left is what no stack took.
  const std::vector<Entry> &entries() const { return Entries; }

private:
  static constexpr uint32_t None = UINT32_MAX;

  template <typename T>
  static std::pair<std::pair<uint64_t, uint64_t>, uint64_t>
  keyOf(const T &Its) {
    return {{Its.Site ? uint64_t(*Its.Site) + 1 : 0, uint64_t(Its.Section)},
            Its.Size};
  }

  bool isCaller(StackIndex Stack, const Entry &E) const {
    if (!E.Dark)
      return true;
    const CodePlace &Place = P.place(P.stack(Stack).Place);
    const DarkOrigin &D = P.dark(*E.Dark);
    return Place.Offset == D.Offset && Place.Library == D.Library &&
           Place.BuildId == D.BuildId;
  }

  static void move(Numbers &From, Numbers &Wanted, Numbers &To) {
    for (size_t I = 0; I != N; ++I) {
      uint64_t Now = std::min(From[I], Wanted[I]);
      From[I] -= Now;
      Wanted[I] -= Now;
      To[I] += Now;
    }
  }

  const Profile &P;
  /// False: only some origins passed a filter, so a stack takes only from the
  /// entry of its own origin.
  const bool MayGuess;
  std::vector<Entry> Entries;
  llvm::DenseMap<std::pair<std::pair<uint64_t, uint64_t>, uint64_t>, uint32_t>
      FirstOf;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_STACKS_STACKLEDGER_H
