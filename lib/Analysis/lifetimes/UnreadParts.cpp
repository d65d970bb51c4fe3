//===- UnreadParts.cpp - what nobody reads of objects ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lifetimes/UnreadParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr uint64_t SlotBytes = 8;

/// Whether a number or a pointer of \p Members lies in all of the slot that
/// begins at \p Begin, and nowhere else.
bool isOneScalar(ArrayRef<Member> Members, uint64_t Begin) {
  return any_of(Members, [&](const Member &M) {
    if (Begin < M.Offset || Begin + SlotBytes > M.end())
      return false;
    if (M.ElementBytes)
      return M.ElementBytes == SlotBytes && (Begin - M.Offset) % SlotBytes == 0;
    return M.IsScalar ? M.Bytes == SlotBytes : isOneScalar(M.Parts, Begin);
  });
}

bool isHidden(ArrayRef<Member> Members, uint64_t Offset) {
  return any_of(Members, [&](const Member &M) {
    return (M.IsHidden && M.Offset == Offset) || isHidden(M.Parts, Offset);
  });
}

/// Sorts the bytes of an object by whether someone reads the member there.
class MemberFinder {
public:
  MemberFinder(uint64_t Size, UnreadParts &Result)
      : Result(Result), Unread(Size), Needed(Size) {}

  void look(const Member &M);
  /// Bytes that go away with the members that were found.
  uint64_t removable(uint64_t Alignment) const;
  bool hasMember(UnreadParts::Range R) const { return has(Unread, R); }

private:
  static bool has(const std::vector<bool> &Bytes, UnreadParts::Range R) {
    return std::find(Bytes.begin() + R.Begin, Bytes.begin() + R.End, true) !=
           Bytes.begin() + R.End;
  }
  bool isIn(uint64_t Begin, uint64_t End) const {
    return any_of(Result.Ranges, [&](UnreadParts::Range R) {
      return R.Begin <= Begin && End <= R.End;
    });
  }
  void found(uint64_t Begin, uint64_t End, std::string Name, std::string Type) {
    std::fill(Unread.begin() + Begin, Unread.begin() + End, true);
    Result.Members.push_back({std::move(Name), std::move(Type)});
  }
  void lookAtElements(const Member &Array);

  UnreadParts &Result;
  std::vector<bool> Unread, Needed; ///< By byte: it belongs to such a member.
};

void MemberFinder::look(const Member &M) {
  if (!M.IsHidden && isIn(M.Offset, M.end()))
    return found(M.Offset, M.end(), M.Name, M.Type);
  if (M.ElementBytes)
    return lookAtElements(M);
  for (const Member &Part : M.Parts)
    look(Part);
  if (M.Parts.empty())
    std::fill(Needed.begin() + M.Offset, Needed.begin() + M.end(), true);
}

void MemberFinder::lookAtElements(const Member &Array) {
  const uint64_t Bytes = Array.ElementBytes, Count = Array.Bytes / Bytes;
  for (uint64_t I = 0; I < Count; ++I) {
    const uint64_t First = I, Begin = Array.Offset + I * Bytes;
    if (!isIn(Begin, Begin + Bytes)) {
      std::fill_n(Needed.begin() + Begin, Bytes, true);
      continue;
    }
    while (I + 1 < Count && isIn(Begin, Array.Offset + (I + 2) * Bytes))
      ++I;
    found(Begin, Array.Offset + (I + 1) * Bytes,
          Array.Name + "[" + utostr(First) +
              (I == First ? "" : ".." + utostr(I)) + "]",
          "");
  }
}

uint64_t MemberFinder::removable(uint64_t Alignment) const {
  uint64_t Sum = 0, Run = 0;
  for (uint64_t Begin = 0; Begin < Unread.size(); Begin += SlotBytes) {
    const UnreadParts::Range Slot = {
        Begin, std::min<uint64_t>(Begin + SlotBytes, Unread.size())};
    if (has(Unread, Slot) && !has(Needed, Slot)) {
      Run += Slot.End - Begin;
      continue;
    }
    // What lies behind stays aligned.
    Sum += alignDown(Run, Alignment);
    Run = 0;
  }
  return Sum + Run;
}

} // namespace

UnreadParts unreadParts(uint64_t Size, const ClassLayout *Layout,
                        function_ref<bool(uint64_t Slot)> IsRead) {
  UnreadParts Result;
  uint64_t Bytes = 0;
  for (uint64_t I = 0; I * SlotBytes < Size; ++I) {
    const uint64_t Begin = I * SlotBytes;
    if (IsRead(I) ||
        (I ? IsRead(I - 1) &&
                 !(Layout && isOneScalar(Layout->Members, Begin - SlotBytes))
           : !Layout || isHidden(Layout->Members, 0)))
      continue;
    const uint64_t End = std::min(Size, Begin + SlotBytes);
    Bytes += End - Begin;
    if (!Result.Ranges.empty() && Result.Ranges.back().End == Begin)
      Result.Ranges.back().End = End;
    else
      Result.Ranges.push_back({Begin, End});
  }
  Result.SizeWithout = Size - Bytes;
  if (!Layout)
    return Result;
  MemberFinder Finder(Size, Result);
  for (const Member &M : Layout->Members)
    Finder.look(M);
  erase_if(Result.Ranges,
           [&](UnreadParts::Range R) { return !Finder.hasMember(R); });
  Result.SizeWithout =
      std::min(Size, alignTo(Size - Finder.removable(Layout->Alignment),
                             Layout->Alignment));
  return Result;
}

std::string membersInWords(ArrayRef<UnreadParts::Part> Members) {
  constexpr size_t Most = 6;
  std::string Text;
  for (const UnreadParts::Part &M : Members.take_front(Most)) {
    Text += (Text.empty() ? "" : ", ") + M.Name;
    if (!M.Type.empty())
      Text += " (" + M.Type + ")";
  }
  if (Members.size() > Most)
    Text += " and " + utostr(Members.size() - Most) + " more";
  return Text;
}

} // namespace anomalloc
