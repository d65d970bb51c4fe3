//===- Measure.cpp - profile to lint weights ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Measure.h"
#include "Analysis/LoopDepth.h"
#include "Profile/Totals.h"
#include "Support/Demangle.h"
#include "anomalloc/FunctionHash.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

using SizeCounts = std::map<uint64_t, uint64_t>;

uint64_t sumOf(const SizeCounts &Sizes) {
  uint64_t Sum = 0;
  for (auto [Size, Allocations] : Sizes)
    Sum = SaturatingAdd(Sum, Allocations);
  return Sum;
}

class Measurer {
public:
  explicit Measurer(const Profile &P)
      : P(P), Depths(P), WithoutStack(P.Sites.size()) {
    for (const MakerCall &Call : P.MakerCalls)
      CallsOf.emplace(Call.Callee, &Call);
  }

  Measurements take();

private:
  /// A chain before it is written; its frames are kept as a tree.
  struct Row {
    std::set<uint64_t> Sites;
    std::set<uint32_t> Makers;
    uint64_t Depth = 0, Allocations = 0, Bytes = 0;
    SizeCounts Sizes;
  };
  /// Innermost frame, line to change, shared, of a call.
  using RowKey = std::tuple<uint32_t, std::optional<uint32_t>, bool, bool>;

  uint32_t indexOf(StringRef Text, std::map<StringRef, uint32_t> &Known,
                   std::vector<std::string> &Texts);
  uint32_t frame(const Frame &F, std::optional<uint32_t> Caller);
  bool isUser(const Frame &F);
  Row *rowFor(ArrayRef<Frame> Frames, std::optional<uint32_t> Change,
              bool Shared = false, bool OfCall = false);
  void add(Row &R, const SizeCounts &Sizes);
  void elsewhere(StringRef Function, StringRef Library,
                 const SizeCounts &Sizes);

  void readCounts();
  void readStacks();
  std::vector<const MakerCall *> leadingTo(const Site &S) const;
  void readSites();
  void readMakerCalls();

  const Profile &P;
  LoopDepths Depths;
  std::multimap<uint64_t, const MakerCall *> CallsOf; ///< By callee.
  Measurements M;
  std::vector<SizeCounts> WithoutStack; ///< By site: what no stack tells of.
  std::map<StringRef, uint32_t> Files, Functions;
  std::map<StringRef, bool> UserFiles;
  std::map<std::tuple<int64_t, uint32_t, uint32_t, uint32_t, uint32_t>,
           uint32_t>
      Frames;
  std::map<RowKey, Row> Rows;
  std::map<std::pair<StringRef, StringRef>, SizeCounts> Others;
  /// By line to change: what stacks told of sites that makers hold.
  std::map<std::tuple<StringRef, uint32_t, StringRef>, uint64_t> Stacked;
};

/// Whether a constructor calls \p F, a member function of its class, to give
/// the new object its memory: then \p F is a part of the constructor.
bool servesConstructor(const Frame &F, const Frame &Caller) {
  const FunctionName Above(Caller.Function);
  if (!Above.isConstructorOrDestructor())
    return false;
  const std::string Class = FunctionName(F.Function).context();
  return !Class.empty() && Class == Above.context();
}

/// The line to change, an index of \p Frames.
std::optional<uint32_t> changeOf(const Profile &P, ArrayRef<Frame> Frames) {
  const std::optional<uint32_t> At = P.changeFrame(Frames);
  if (!At || *At + 1 == Frames.size() ||
      !servesConstructor(Frames[*At], Frames[*At + 1]) ||
      any_of(Frames.take_front(*At),
             [&](const Frame &F) { return !P.isSystemFile(F.File); }))
    return At; // what makers of its own made is no memory of the object
  const uint32_t Above = *At + 1;
  const std::optional<uint32_t> Next = P.changeFrame(Frames.drop_front(Above));
  return Next ? std::optional(Above + *Next) : At;
}

uint32_t Measurer::indexOf(StringRef Text, std::map<StringRef, uint32_t> &Known,
                           std::vector<std::string> &Texts) {
  auto [I, New] = Known.try_emplace(Text, uint32_t(Texts.size()));
  if (New)
    Texts.push_back(Text.str());
  return I->second;
}

bool Measurer::isUser(const Frame &F) {
  if (!F.Line || F.File.empty())
    return false;
  auto [I, New] = UserFiles.try_emplace(F.File);
  if (New)
    I->second = !P.isSystemFile(F.File);
  return I->second;
}

uint32_t Measurer::frame(const Frame &F, std::optional<uint32_t> Caller) {
  MeasuredFrame New;
  New.File = indexOf(F.File, Files, M.Files);
  New.Line = F.Line;
  New.Column = F.Column;
  New.Function = indexOf(F.Function, Functions, M.Functions);
  New.Caller = Caller;
  auto [I, IsNew] =
      Frames.try_emplace({Caller ? int64_t(*Caller) : -1, New.File, New.Line,
                          New.Column, New.Function},
                         uint32_t(M.Frames.size()));
  if (IsNew)
    M.Frames.push_back(New);
  return I->second;
}

/// The row of \p Frames (innermost first), \p Change among them; null: none of
/// them is the user's.
Measurer::Row *Measurer::rowFor(ArrayRef<Frame> Frames,
                                std::optional<uint32_t> Change, bool Shared,
                                bool OfCall) {
  // Who called the line to change is there to be read, not to be measured.
  constexpr size_t MostCallers = 16;
  std::vector<std::pair<const Frame *, bool>> Kept; // and: it is to be changed
  bool Wanted = false;
  size_t Outer = 0;
  for (size_t I = 0; I != Frames.size() && Outer != MostCallers; ++I) {
    Wanted |= Change && I == *Change;
    if (!isUser(Frames[I]))
      continue;
    Outer += !Wanted && Change && I > *Change;
    Kept.push_back({&Frames[I], Wanted});
    Wanted = false;
  }
  if (Kept.empty())
    return nullptr;
  std::optional<uint32_t> Node, ChangeNode;
  for (auto [F, IsChange] : reverse(Kept)) {
    Node = frame(*F, Node);
    if (IsChange)
      ChangeNode = Node;
  }
  return &Rows[{*Node, ChangeNode, Shared, OfCall}];
}

void Measurer::add(Row &R, const SizeCounts &Sizes) {
  for (auto [Size, Allocations] : Sizes) {
    R.Sizes[Size] = SaturatingAdd(R.Sizes[Size], Allocations);
    R.Allocations = SaturatingAdd(R.Allocations, Allocations);
    R.Bytes = SaturatingMultiplyAdd(Size, Allocations, R.Bytes);
  }
}

void Measurer::elsewhere(StringRef Function, StringRef Library,
                         const SizeCounts &Sizes) {
  SizeCounts &Sum = Others[{Function, Library}];
  for (auto [Size, Allocations] : Sizes)
    Sum[Size] = SaturatingAdd(Sum[Size], Allocations);
}

void Measurer::readCounts() {
  for (const Process &One : P.Processes)
    if (One.StartTime && (!M.Recorded || One.StartTime < M.Recorded))
      M.Recorded = One.StartTime;
  for (const Count &C : P.Counts) {
    if (!C.Allocations || !isHeap(P, C))
      continue;
    M.Allocations = SaturatingAdd(M.Allocations, C.Allocations);
    M.Bytes = SaturatingMultiplyAdd(C.Size, C.Allocations, M.Bytes);
    if (!C.Site)
      continue;
    M.Instrumented = SaturatingAdd(M.Instrumented, C.Allocations);
    uint64_t &Sum = WithoutStack[uint32_t(*C.Site)][C.Size];
    Sum = SaturatingAdd(Sum, C.Allocations);
  }
}

void Measurer::readStacks() {
  std::map<std::pair<StackIndex, std::optional<SiteIndex>>, SizeCounts> Stacks;
  for (const StackCount &C : P.StackCounts)
    if (!C.Site || P.site(*C.Site).Family != SiteFamily::Pool) {
      uint64_t &Sum = Stacks[{C.Stack, C.Site}][C.Size];
      Sum = SaturatingAdd(Sum, C.Allocations);
    }
  std::map<DarkIndex, SizeCounts> DarkWithoutStack;
  std::map<uint64_t, uint64_t> DarkStacked; // by size
  for (const auto &[Key, Sizes] : Stacks) {
    auto [Stack, Site] = Key;
    std::vector<Frame> Levels;
    for (std::optional<StackIndex> I = Stack; I; I = P.stack(*I).Caller)
      append_range(Levels, P.place(P.stack(*I).Place).Levels);
    const std::optional<uint32_t> Change = changeOf(P, Levels);
    Row *R = rowFor(Levels, Change);
    if (!R)
      continue; // its site or its dark origin says more
    add(*R, Sizes);
    if (!Site) {
      for (auto [Size, Allocations] : Sizes)
        DarkStacked[Size] = SaturatingAdd(DarkStacked[Size], Allocations);
      continue;
    }
    const anomalloc::Site &S = P.site(*Site);
    R->Sites.insert(S.Id);
    R->Depth = std::max(R->Depth, Depths.effectiveDepth(S));
    if (!S.ChangeFrame && Change) {
      const Frame &F = Levels[*Change];
      uint64_t &Sum = Stacked[{F.File, F.Line, F.Function}];
      Sum = SaturatingAdd(Sum, sumOf(Sizes));
    }
    SizeCounts &Left = WithoutStack[uint32_t(*Site)];
    for (auto [Size, Allocations] : Sizes) {
      uint64_t &Sum = Left[Size];
      Sum -= std::min(Sum, Allocations);
    }
  }
  for (const Count &C : P.Counts)
    if (!C.Site && C.Dark && isHeap(P, C)) {
      uint64_t Allocations = C.Allocations;
      uint64_t &Known = DarkStacked[C.Size];
      const uint64_t Told = std::min(Known, Allocations);
      Known -= Told;
      if (Allocations -= Told)
        DarkWithoutStack[*C.Dark][C.Size] += Allocations;
    }
  for (const auto &[Index, Sizes] : DarkWithoutStack) {
    const DarkOrigin &D = P.dark(Index);
    if (Row *R = rowFor({D.UserFrame}, 0))
      add(*R, Sizes);
    else
      elsewhere(D.Function, D.Library, Sizes);
  }
}

/// The calls of the user's that lead to a site in library code, one a line.
std::vector<const MakerCall *> Measurer::leadingTo(const Site &S) const {
  std::map<std::tuple<StringRef, uint32_t, StringRef>, const MakerCall *> Lines;
  std::set<uint64_t> Seen = {S.FunctionHash};
  std::vector<uint64_t> Worklist = {S.FunctionHash};
  while (!Worklist.empty()) {
    auto Calls = CallsOf.equal_range(Worklist.back());
    Worklist.pop_back();
    for (auto At = Calls.first; At != Calls.second; ++At) {
      const MakerCall &Call = *At->second;
      if (Call.IsUserFrame) {
        const Frame &F = Call.userFrame();
        Lines.try_emplace({F.File, F.Line, F.Function}, &Call);
      } else if (Seen.insert(Call.Caller).second)
        Worklist.push_back(Call.Caller);
    }
  }
  std::vector<const MakerCall *> Leading;
  for (const auto &[Line, Call] : Lines)
    Leading.push_back(Call);
  return Leading;
}

void Measurer::readSites() {
  for (size_t I = 0; I != P.Sites.size(); ++I) {
    const Site &S = P.Sites[I];
    const SizeCounts &Sizes = WithoutStack[I];
    if (S.Family == SiteFamily::Pool)
      continue;
    if (!Sizes.empty() && !sumOf(Sizes))
      continue; // stacks tell of all its blocks
    auto Take = [&](Row &R) {
      add(R, Sizes);
      R.Sites.insert(S.Id);
      R.Depth = std::max(R.Depth, Depths.effectiveDepth(S));
    };
    if (Row *R = rowFor(S.Chain, S.ChangeFrame)) {
      Take(*R);
      continue;
    }
    const std::vector<const MakerCall *> Leading = leadingTo(S);
    // Calls that count know their blocks exactly.
    const bool Counted = !P.MakerCounts.empty();
    bool Any = false;
    for (const MakerCall *Call : Leading) {
      Any = true;
      if (Counted && Call->Counts && Call->ChangeFrame)
        continue;
      if (Row *R = rowFor(Call->Chain, Call->ChangeFrame,
                          /*Shared=*/Leading.size() > 1))
        Take(*R);
    }
    if (!Any && sumOf(Sizes))
      elsewhere(S.outermostFrame().Function, "", Sizes);
  }
}

/// A constructor of whole objects ("C1") is another name of that of parts
/// ("C2") where no class is a virtual base: other units call it by the one, its
/// own unit defines the other. From the first's hash to the second's.
std::map<uint64_t, uint64_t>
constructorsByOtherName(const std::map<uint64_t, StringRef> &Names) {
  std::map<uint64_t, uint64_t> Others;
  for (auto [Hash, Name] : Names)
    for (size_t At = Name.find("C2E"); At != StringRef::npos;
         At = Name.find("C2E", At + 1)) {
      std::string Whole = Name.str();
      Whole[At + 1] = '1';
      if (uint64_t Other = functionHash("", Whole); !Names.count(Other))
        Others.try_emplace(Other, Hash);
    }
  return Others;
}

/// Blocks that makers made, by the calls that led to them: what no stack told.
void Measurer::readMakerCalls() {
  std::map<MakerCallIndex, std::pair<uint64_t, uint64_t>> Counted;
  for (const MakerCount &C : P.MakerCounts)
    if (C.Call) {
      auto &[Blocks, Bytes] = Counted[*C.Call];
      Blocks = SaturatingAdd(Blocks, C.Blocks);
      Bytes = SaturatingAdd(Bytes, C.Bytes);
    }
  std::map<uint64_t, StringRef> Names = P.FunctionNames;
  std::multimap<uint64_t, const MakerCall *> InMakers; // by caller
  std::multimap<uint64_t, const Site *> SitesOf;       // by function
  for (const MakerCall &C : P.MakerCalls) {
    Names.try_emplace(C.Caller, C.Chain.back().Function);
    if (!C.ChangeFrame)
      InMakers.emplace(C.Caller, &C);
  }
  for (const Site &S : P.Sites)
    if (!S.ChangeFrame && S.Family != SiteFamily::Pool)
      SitesOf.emplace(S.FunctionHash, &S);

  const std::map<uint64_t, uint64_t> OtherNames =
      constructorsByOtherName(Names);

  for (auto [I, Call] : enumerate(P.MakerCalls)) {
    if (!Call.Counts || !Call.ChangeFrame)
      continue;
    std::set<uint64_t> Reached = {Call.Callee}, Ids, Sizes;
    std::vector<uint64_t> Worklist = {Call.Callee};
    uint64_t Inner = 0;
    std::set<StringRef> MakerNames;
    while (!Worklist.empty()) {
      const uint64_t Function = Worklist.back();
      Worklist.pop_back();
      if (auto Other = OtherNames.find(Function);
          Other != OtherNames.end() && Reached.insert(Other->second).second)
        Worklist.push_back(Other->second);
      if (auto Name = Names.find(Function); Name != Names.end())
        MakerNames.insert(Name->second);
      for (auto At = SitesOf.lower_bound(Function);
           At != SitesOf.end() && At->first == Function; ++At) {
        Ids.insert(At->second->Id);
        Inner = std::max<uint64_t>(Inner, At->second->LoopDepth);
        for (const Frame &F : At->second->Chain)
          if (isUser(F))
            MakerNames.insert(F.Function);
        for (auto [Size, Allocations] :
             WithoutStack[At->second - P.Sites.data()])
          if (Allocations)
            Sizes.insert(Size);
      }
      for (auto At = InMakers.lower_bound(Function);
           At != InMakers.end() && At->first == Function; ++At)
        if (Reached.insert(At->second->Callee).second)
          Worklist.push_back(At->second->Callee);
    }
    auto [Blocks, Bytes] = Counted[MakerCallIndex(I)];
    const Frame &F = Call.Chain[*Call.ChangeFrame];
    uint64_t &Known = Stacked[{F.File, F.Line, F.Function}];
    const uint64_t Told = std::min(Known, Blocks);
    Known -= Told;
    if (Told)
      Bytes = uint64_t(double(Bytes) / double(Blocks) * double(Blocks - Told));
    Blocks -= Told;
    if (!Blocks && (Ids.empty() || Told))
      continue; // nothing says that the call allocates
    Row *R = rowFor(Call.Chain, Call.ChangeFrame, /*Shared=*/false,
                    /*OfCall=*/true);
    if (!R)
      continue;
    R->Sites.insert(Ids.begin(), Ids.end());
    for (StringRef Name : MakerNames)
      R->Makers.insert(indexOf(Name, Functions, M.Functions));
    R->Depth = std::max(R->Depth,
                        Inner + Call.LoopDepth + Depths.depthOf(Call.Caller));
    R->Allocations = SaturatingAdd(R->Allocations, Blocks);
    R->Bytes = SaturatingAdd(R->Bytes, Bytes);
    // How many of each size nobody counted, unless all are of one.
    for (uint64_t Size : Sizes)
      R->Sizes[Size] += Sizes.size() == 1 ? Blocks : 0;
  }
}

Measurements Measurer::take() {
  readCounts();
  readStacks();
  readSites();
  readMakerCalls();
  for (const auto &[Key, Its] : Rows) {
    const Row &R = Its;
    MeasuredChain &C = M.Chains.emplace_back();
    std::tie(C.Innermost, C.Change, C.Shared, C.OfCall) = Key;
    C.Sites.assign(R.Sites.begin(), R.Sites.end());
    C.Makers.assign(R.Makers.begin(), R.Makers.end());
    C.Depth = R.Depth;
    C.Allocations = R.Allocations;
    C.Bytes = R.Bytes;
    C.Sizes.assign(R.Sizes.begin(), R.Sizes.end());
    erase_if(C.Sizes,
             [&](const auto &Pair) { return !Pair.second && !C.OfCall; });
    sort(C.Sizes, [](const auto &A, const auto &B) {
      return std::tie(B.second, A.first) < std::tie(A.second, B.first);
    });
  }
  for (const auto &[Key, Sizes] : Others) {
    MeasuredElsewhere &E = M.Elsewhere.emplace_back();
    E.Function = Key.first.str();
    E.Library = Key.second.str();
    for (auto [Size, Allocations] : Sizes) {
      E.Allocations = SaturatingAdd(E.Allocations, Allocations);
      E.Bytes = SaturatingMultiplyAdd(Size, Allocations, E.Bytes);
    }
  }
  sort(M.Elsewhere, [](const auto &A, const auto &B) {
    return std::tie(B.Allocations, A.Library, A.Function) <
           std::tie(A.Allocations, B.Library, B.Function);
  });
  return std::move(M);
}

} // namespace

Measurements measure(const Profile &P) { return Measurer(P).take(); }

} // namespace anomalloc
