//===- PageUse.cpp --------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay/PageUse.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// Counts units that have a byte of one of several blocks, which come in the
/// order of their addresses.
class UnitCount {
public:
  explicit UnitCount(uint64_t Size) : Size(Size) {}
  void add(const PlacedBlock &B) {
    const uint64_t First = std::max(B.Address / Size, Next);
    const uint64_t Last = (B.Address + B.Size - 1) / Size;
    if (Last < First)
      return;
    Number += Last - First + 1;
    Next = Last + 1;
  }
  uint64_t number() const { return Number; }

private:
  const uint64_t Size;
  uint64_t Next = 0, Number = 0;
};

/// The page that the walk is at, and who has how many bytes of it.
class PageWalk {
public:
  PageWalk(PageUse &Use, std::vector<GroupPages> *OfGroup)
      : Use(Use), OfGroup(OfGroup) {}

  void add(const PlacedBlock &B) {
    constexpr uint64_t Size = PageUse::PageSize;
    const uint64_t End = B.Address + B.Size;
    for (uint64_t At = B.Address; At != End;) {
      const uint64_t Page = At / Size;
      const uint64_t Until = std::min(End, (Page + 1) * Size);
      goTo(Page);
      note(B.Group, Until - At);
      At = Until;
      // Full pages of one block need no walk.
      if (const uint64_t Full = (End - At) / Size; At % Size == 0 && Full) {
        leave();
        Current = Page + Full;
        if (OfGroup)
          row(B.Group).Pages += Full;
        At += Full * Size;
      }
    }
  }
  /// Also the end of the walk.
  void leave() {
    if (Parts.empty())
      return;
    const bool Few = Bytes < PageUse::FewBytes;
    Use.NearlyEmpty += Few;
    if (OfGroup)
      for (uint32_t Group : Parts) {
        GroupPages &R = row(Group);
        ++R.Pages;
        R.NearlyEmpty += Few;
        R.Alone += Few && Parts.size() == 1;
      }
    Parts.clear();
    Bytes = 0;
  }

private:
  void goTo(uint64_t Page) {
    if (Page != Current)
      leave();
    Current = Page;
  }
  void note(uint32_t Group, uint64_t More) {
    Bytes += More;
    if (!is_contained(Parts, Group))
      Parts.push_back(Group);
  }
  GroupPages &row(uint32_t Group) {
    if (OfGroup->size() <= Group)
      OfGroup->resize(Group + 1);
    return (*OfGroup)[Group];
  }

  PageUse &Use;
  std::vector<GroupPages> *OfGroup;
  uint64_t Current = UINT64_MAX, Bytes = 0;
  SmallVector<uint32_t, 16> Parts; ///< Groups.
};

} // namespace

PageUse computePageUse(std::vector<PlacedBlock> &Blocks,
                       std::vector<GroupPages> *OfGroup) {
  llvm::sort(Blocks, [](const PlacedBlock &A, const PlacedBlock &B) {
    return A.Address < B.Address;
  });
  PageUse Use;
  UnitCount Lines(PageUse::LineSize), Pages(PageUse::PageSize),
      HugePages(PageUse::HugePageSize);
  PageWalk Walk(Use, OfGroup);
  for (const PlacedBlock &B : Blocks) {
    if (OfGroup) {
      if (OfGroup->size() <= B.Group)
        OfGroup->resize(B.Group + 1);
      ++(*OfGroup)[B.Group].Blocks;
      (*OfGroup)[B.Group].Bytes += B.Size;
    }
    if (!B.Size)
      continue;
    Lines.add(B);
    Pages.add(B);
    HugePages.add(B);
    Walk.add(B);
  }
  Walk.leave();
  Use.Lines = Lines.number();
  Use.Pages = Pages.number();
  Use.HugePages = HugePages.number();
  return Use;
}

} // namespace anomalloc
