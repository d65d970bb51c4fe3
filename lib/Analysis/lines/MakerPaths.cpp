//===- MakerPaths.cpp - from sites in makers to their callers -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/MakerPaths.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// What lies below a function, or a call, that the climb has come to.
struct Below {
  std::vector<Frame> Makers; ///< As those of a path.
  std::set<StringRef> OnSomeWays;
  uint64_t Loops = 0;
  bool HasWay = false;

  /// There is a way over \p Levels, the last of which are those of \p Inner.
  /// False: that changes nothing.
  bool addWay(std::vector<Frame> Levels, const Below &Inner);
};

bool isSame(const Frame &A, const Frame &B) {
  return A.Function == B.Function && A.File == B.File && A.Line == B.Line &&
         A.Column == B.Column;
}

} // namespace

bool Below::addWay(std::vector<Frame> Levels, const Below &Inner) {
  size_t Names = OnSomeWays.size(), Known = Makers.size();
  OnSomeWays.insert(Inner.OnSomeWays.begin(), Inner.OnSomeWays.end());
  if (!HasWay) {
    Makers = std::move(Levels);
    return HasWay = true;
  }
  const uint32_t Line = Makers.empty() ? 0 : Makers.front().Line;
  ArrayRef<Frame> Own = Makers, Other = Levels;
  // Another name of the same function, or of a library's.
  if (Own.empty() || Other.empty() ||
      Own.front().Function != Other.front().Function)
    return OnSomeWays.size() != Names;
  size_t Least = std::min(Own.size(), Other.size()), Front = 0, Back = 0;
  while (Back < Least &&
         isSame(Own[Own.size() - 1 - Back], Other[Other.size() - 1 - Back]))
    ++Back;
  if (Back != Least) {
    while (Front + Back < Least && isSame(Own[Front], Other[Front]))
      ++Front;
    if (!Front) {
      Front = 1;
      Makers.front().Line = Makers.front().Column = 0;
    }
  }
  for (ArrayRef<Frame> Some : {Own, Other})
    for (const Frame &F : Some.drop_front(Front).drop_back(Back))
      OnSomeWays.insert(F.Function);
  Makers.erase(Makers.begin() + ptrdiff_t(Front),
               Makers.end() - ptrdiff_t(Back));
  return Makers.size() != Known || OnSomeWays.size() != Names ||
         Makers.front().Line != Line;
}

std::vector<MakerPath> findMakerPaths(const Profile &P, const MakerGraph &Graph,
                                      const Site &S) {
  std::map<uint64_t, Below> Reached;
  Below &Bottom = Reached[S.FunctionHash];
  Bottom.Makers.assign(S.Chain.rbegin(), S.Chain.rend());
  Bottom.Loops = S.LoopDepth;
  Bottom.HasWay = true;
  std::map<MakerCallIndex, Below> Paths;
  std::set<MakerCallIndex> Climbed;
  // A function stands there again when what lies below it has changed: it only
  // becomes less.
  std::vector<uint64_t> Worklist = {S.FunctionHash};
  for (size_t Next = 0; Next != Worklist.size(); ++Next) {
    const Below From = Reached[Worklist[Next]];
    for (uint64_t Other : Graph.namesOf(Worklist[Next]))
      if (Below &Same = Reached[Other]; Same.addWay(From.Makers, From)) {
        Same.Loops = std::max(Same.Loops, From.Loops);
        Worklist.push_back(Other);
      }
    for (MakerCallIndex Index : Graph.callsOf(Worklist[Next])) {
      const MakerCall &Call = P.makerCall(Index);
      // Levels of the call itself that are makers, too.
      std::vector<Frame> Makers(Call.makers().rbegin(), Call.makers().rend());
      Makers.insert(Makers.end(), From.Makers.begin(), From.Makers.end());
      bool IsFirst = Climbed.insert(Index).second;
      if (Call.ChangeFrame) {
        Below &To = Paths[Index];
        To.addWay(std::move(Makers), From);
        if (IsFirst)
          To.Loops = std::max(To.Loops, From.Loops);
        continue;
      }
      Below &Up = Reached[Call.Caller];
      if (IsFirst)
        Up.Loops = std::max(Up.Loops, From.Loops + Call.LoopDepth);
      if (Up.addWay(std::move(Makers), From))
        Worklist.push_back(Call.Caller);
    }
  }
  std::vector<MakerPath> Result;
  for (auto &[Index, To] : Paths)
    Result.push_back(
        {Index, std::move(To.Makers), std::move(To.OnSomeWays), To.Loops});
  std::set<uint64_t> Told;
  if (Result.empty())
    for (uint64_t Function : Worklist)
      if (Below &Top = Reached[Function]; Told.insert(Function).second &&
                                          Graph.callsOf(Function).empty() &&
                                          Graph.namesOf(Function).empty())
        Result.push_back({std::nullopt, std::move(Top.Makers), {}, Top.Loops});
  return Result;
}

} // namespace anomalloc
