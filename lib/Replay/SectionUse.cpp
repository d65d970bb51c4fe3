//===- SectionUse.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay/SectionUse.h"

namespace anomalloc {

void SectionUses::note(const TraceEvent &E) {
  Running.note(E, [&](Activations::Number Its) { end(Its); });
}

void SectionUses::end(Activations::Number Its) {
  auto It = Opened.find(Its);
  if (It == Opened.end())
    return;
  SectionUse &Use = Uses[It->second.Section];
  for (auto [Key, Blocks] : It->second.Live)
    if (Blocks) {
      Use.EscapesByKey[Key] += Blocks;
      Use.Escaped += Blocks;
    }
  --AtOnce[{It->second.Section, It->second.Lane}].first;
  Opened.erase(It);
}

void SectionUses::note(const TraceEvent &E, uint32_t KeyIndex,
                       const format::TraceKey &Key) {
  if (!Key.Section)
    return;
  if (E.What == TraceEvent::Allocation) {
    SectionUse &Use = Uses[Key.Section];
    ++Use.Blocks;
    Use.Bytes += Key.Size;
    const Activations::Number Its = Running.current(E.Lane, Key.Section);
    if (!Its) {
      ++Use.Elsewhere;
      return;
    }
    auto [It, New] = Opened.try_emplace(Its);
    Open &O = It->second;
    if (New) {
      O.Section = Key.Section;
      O.Lane = E.Lane;
      ++Use.Activations;
      auto &[Now, Most] = AtOnce[{Key.Section, E.Lane}];
      if (++Now > Most) {
        Most = Now;
        ++Use.MostAtOnce;
      }
    }
    ++O.Live[KeyIndex];
    O.Bytes += Key.Size;
    Use.MostLiveBytes = std::max(Use.MostLiveBytes, O.Bytes);
    ActivationOf.add(E, Its);
    return;
  }
  std::optional<uint32_t> Its = ActivationOf.take(E);
  if (!Its)
    return;
  auto It = Opened.find(*Its);
  if (It == Opened.end())
    return;
  It->second.Bytes -= Key.Size;
  --It->second.Live[KeyIndex];
  if (E.Reallocated && E.Lane != E.Maker) {
    SectionUse &Use = Uses[Key.Section];
    ++Use.EscapesByKey[KeyIndex];
    ++Use.Escaped;
  }
}

} // namespace anomalloc
