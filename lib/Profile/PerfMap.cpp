//===- PerfMap.cpp --------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/PerfMap.h"
#include "anomalloc/ProfileFormat.h"
#include "llvm/ADT/STLExtras.h"
#include <queue>

using namespace llvm;

namespace anomalloc {

constexpr size_t MaxMadeName = 1024;

PerfMap::PerfMap(ArrayRef<StringRef> Pieces) {
  for (StringRef Piece : Pieces)
    Text += Piece.take_front(format::MaxPerfMap - Text.size());
  std::vector<Function> Functions;
  for (StringRef Rest = Text; !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    auto [Start, Behind] = Line.split(' ');
    auto [Size, Name] = Behind.split(' ');
    Start.consume_front("0x");
    Size.consume_front("0x");
    Function F;
    uint64_t Bytes;
    Name = Name.rtrim('\r').take_front(MaxMadeName);
    if (Name.empty() || Start.getAsInteger(16, F.Start) ||
        Size.getAsInteger(16, Bytes) || !Bytes)
      continue;
    F.End = F.Start + std::min(Bytes, UINT64_MAX - F.Start);
    F.Name = Name;
    Functions.push_back(F);
  }
  divide(Functions);
}

void PerfMap::divide(ArrayRef<Function> Functions) {
  std::vector<uint32_t> ByStart(Functions.size());
  for (uint32_t I = 0; I != Functions.size(); ++I)
    ByStart[I] = I;
  llvm::sort(ByStart, [&](uint32_t A, uint32_t B) {
    return Functions[A].Start < Functions[B].Start;
  });
  std::priority_queue<uint32_t> Open; // Lines that began; the last one on top.
  auto Begin = [&](uint64_t At) {
    while (!Open.empty() && Functions[Open.top()].End <= At)
      Open.pop();
    StringRef Name = Open.empty() ? StringRef() : Functions[Open.top()].Name;
    if (!Parts.empty() && Parts.back().Start == At)
      Parts.back().Name = Name;
    else
      Parts.push_back({At, Name});
  };
  for (size_t I = 0; I != ByStart.size() || !Open.empty();) {
    const uint64_t Next =
        I != ByStart.size() ? Functions[ByStart[I]].Start : UINT64_MAX;
    // What ends before the next one begins uncovers what is below it.
    if (!Open.empty() && Functions[Open.top()].End < Next) {
      Begin(Functions[Open.top()].End);
      continue;
    }
    if (I == ByStart.size())
      break; // To the end of all addresses.
    for (; I != ByStart.size() && Functions[ByStart[I]].Start == Next; ++I)
      Open.push(ByStart[I]);
    Begin(Next);
  }
}

StringRef PerfMap::find(uint64_t Address) const {
  auto Behind = llvm::upper_bound(
      Parts, Address, [](uint64_t At, const Part &P) { return At < P.Start; });
  return Behind == Parts.begin() ? StringRef() : std::prev(Behind)->Name;
}

} // namespace anomalloc
