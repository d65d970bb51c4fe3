//===- BuildProfile.cpp - rows to the model -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Texts.h"
#include "ProfileText.h"
#include "Support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// \p Text with the bytes that characters of U+10FF00 to U+10FFFF stand for.
std::string withBytes(StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    Character C = firstCharacter(Text);
    Out += C.Code >> 8 == 0x10ff ? std::string(1, char(C.Code & 0xff))
                                 : Text.take_front(C.Bytes).str();
    Text = Text.drop_front(C.Bytes);
  }
  return Out;
}

/// Makes the model; names must have been introduced before they are used.
class Builder {
public:
  Builder(Profile &P, const ProfileText &Text);

private:
  uint64_t hash(StringRef Function) {
    uint64_t Hash = xxh3_64bits(Function);
    P.FunctionNames.emplace(Hash, P.save(Function));
    return Hash;
  }
  void addProcess(const ProcessText &T);
  void addLoop(const LoopText &T);
  void addSite(const SiteText &T);
  void addEdge(StringRef T);
  void addCall(const CallText &T);
  MakerCall makerCall(const CallText &T);
  void addCount(const CountText &T);
  void addLifetime(const LifetimeText &T);
  void addStack(const StackText &T);
  DarkIndex dark(const std::string &Library, const std::string &Function);
  std::optional<SiteIndex> siteOf(const CountText &T);
  std::optional<DarkIndex> darkOf(const CountText &T);
  SectionIndex section(const std::string &Name);
  StringRef buildIdOf(StringRef Library);
  /// "function file:line:column", of which the end may be left out.
  Frame frame(StringRef T);
  LoopIndex loop(StringRef Name) {
    auto It = Loops.find(Name.str());
    if (It == Loops.end())
      fail("no loop named '" + Name + "'");
    return It->second;
  }

  Profile &P;
  std::map<std::string, LoopIndex> Loops;
  std::map<uint64_t, SiteIndex> Sites;
  std::map<std::string, SectionIndex> Sections{{"", SectionIndex(0)}};
  std::map<std::pair<std::string, std::string>, DarkIndex> Dark;
};

uint64_t number(StringRef Text) {
  uint64_t Number;
  if (Text.getAsInteger(10, Number))
    fail("'" + Text + "' is not a number");
  return Number;
}

Builder::Builder(Profile &P, const ProfileText &Text) : P(P) {
  for (const ProcessText &T : Text.Processes)
    addProcess(T);
  for (const LaneText &T : Text.Lanes)
    P.Lanes.push_back({T.Process, T.Number, 100 + T.Number, T.Threads, T.Name});
  if (P.Processes.empty())
    addProcess({});
  if (P.Lanes.empty())
    P.Lanes.emplace_back();
  for (const std::string &Name : Text.Sections) {
    Sections[Name] = SectionIndex(P.Sections.size());
    P.Sections.push_back(Name);
  }
  for (const ModuleText &T : Text.Modules)
    P.Modules.push_back({T.Path, T.BuildId});
  for (const LoopText &T : Text.Loops)
    addLoop(T);
  for (const std::string &Maker : Text.Makers)
    P.Makers.insert({P.save(Maker), ""});
  for (const std::string &Class : Text.Refills)
    P.Classes[P.save(Class)] = ClassRefill::Yes;
  for (const std::string &Class : Text.NoRefills)
    P.Classes[P.save(Class)] = ClassRefill::No;
  for (const SiteText &T : Text.Sites)
    addSite(T);
  for (const std::string &T : Text.Edges)
    addEdge(T);
  for (const CallText &T : Text.Calls)
    addCall(T);
  for (const CountText &T : Text.Counts)
    addCount(T);
  for (const auto &[Requested, Usable] : Text.Usable)
    P.UsableSizes[number(Requested)] = Usable;
  for (const LifetimeText &T : Text.Lifetimes)
    addLifetime(T);
  for (const StackText &T : Text.Stacks)
    addStack(T);
}

void Builder::addStack(const StackText &T) {
  StackLevel Level;
  if (T.Caller) {
    if (*T.Caller >= P.Stacks.size())
      fail("no caller " + Twine(*T.Caller));
    Level.Caller = StackIndex(*T.Caller);
  }
  Level.Place = PlaceIndex(P.Places.size());
  P.Places.push_back({P.save(T.Library), buildIdOf(T.Library), T.Offset, {}});
  auto Stack = StackIndex(P.Stacks.size());
  P.Stacks.push_back(Level);
  if (T.Count)
    P.StackCounts.push_back({Stack, {}, {}, {}, T.Size, T.Count});
  if (T.Live) {
    StackLifetime L;
    L.Stack = Stack;
    L.Size = T.Size;
    L.Counts.Allocated = T.Count;
    L.Counts.Freed = T.Count - T.Live;
    P.StackLifetimes.push_back(L);
  }
}

void Builder::addProcess(const ProcessText &T) {
  Process &One = P.Processes.emplace_back();
  One.File = "described.yaml";
  One.Info = T.Info;
  One.Exited = T.Exited;
  One.Interposed = T.Interposed;
  One.Bypassed = T.Bypassed;
  One.DroppedEvents = T.Dropped;
  One.DroppedBytes = T.DroppedBytes;
  One.StartTime = T.Start;
  One.EndTime = T.End;
  One.Units = T.Units;
  if (!T.Peak)
    return;
  One.FreesSeen = true;
  LifetimeTotals &L = One.Lifetimes.emplace();
  L.PeakBytes = *T.Peak;
  L.TimelineShift = 20;
  for (uint64_t Bytes : T.Timeline)
    L.Timeline.push_back({Bytes, 1, Bytes});
}

Frame Builder::frame(StringRef T) {
  Frame F;
  auto [Function, Place] = T.split(' ');
  F.Function = P.save(Function);
  SmallVector<StringRef, 3> Parts;
  Place.split(Parts, ':');
  F.File = P.save(Parts[0]);
  if (Parts.size() > 1)
    Parts[1].getAsInteger(10, F.Line);
  if (Parts.size() > 2)
    Parts[2].getAsInteger(10, F.Column);
  if (uint8_t Use = 0; Parts.size() > 3 && !Parts[3].getAsInteger(10, Use) &&
                       Use <= uint8_t(ObjectUse::Last))
    F.Use = ObjectUse(Use);
  return F;
}

void Builder::addLoop(const LoopText &T) {
  Loop L;
  L.Id = xxh3_64bits(T.Name);
  if (!T.Parent.empty())
    L.Parent = loop(T.Parent);
  Frame Place = frame(T.Function + " " + T.Place);
  L.Function = Place.Function;
  L.File = Place.File;
  L.Line = Place.Line;
  L.Column = Place.Column;
  L.TripCount = T.Trip;
  L.CountsEntries = T.Entries.has_value();
  L.Entries = T.Entries.value_or(0);
  L.CountsIterations = T.Iterations.has_value();
  L.Iterations = T.Iterations.value_or(0);
  Loops[T.Name] = LoopIndex(P.Loops.size());
  P.Loops.push_back(L);
}

void Builder::addSite(const SiteText &T) {
  Site S;
  S.Id = T.Id;
  S.Family = T.Family == "pool"      ? SiteFamily::Pool
             : T.Family == "leading" ? SiteFamily::Leading
                                     : SiteFamily::Heap;
  S.Callee = P.save(T.Callee);
  for (const std::string &Level : T.Chain)
    S.Chain.push_back(frame(Level));
  if (T.User >= S.Chain.size())
    fail("user frame out of the chain");
  S.UserFrame = T.User;
  S.ChangeFrame = P.changeFrame(S.Chain);
  if (!T.Loop.empty()) {
    S.InnermostLoop = loop(T.Loop);
    for (std::optional<LoopIndex> L = S.InnermostLoop; L; L = P.loop(*L).Parent)
      ++S.LoopDepth;
  }
  S.Type = P.save(T.Type);
  S.ConstantSize = T.Size;
  S.FunctionHash = hash(S.outermostFrame().Function);
  Sites[T.Id] = SiteIndex(P.Sites.size());
  P.Sites.push_back(S);
}

/// "caller -> callee depth loop", or without a loop. A caller "" is not known.
void Builder::addEdge(StringRef T) {
  auto [Caller, Rest] = T.split(" -> ");
  auto [Callee, DepthAndLoop] = Rest.split(' ');
  auto [Depth, Loop] = DepthAndLoop.split(' ');
  CallEdge E{Caller.empty() ? 0 : hash(Caller), hash(Callee)};
  if (!Loop.empty())
    E.Loop = loop(Loop.str());
  if (Depth.getAsInteger(10, E.LoopDepth))
    fail("'" + T + "' is not an edge: caller -> callee depth loop");
  P.Edges.push_back(E);
}

/// Without a place it is a call by library code. One with blocks counts; blocks
/// of nobody's call are those whose caller is not known.
void Builder::addCall(const CallText &T) {
  MakerCount Made;
  Made.Section = section(T.Section);
  Made.Lane = LaneIndex(T.Lane);
  Made.Blocks = T.Blocks.value_or(0);
  Made.Bytes = T.Bytes;
  if (!T.Caller.empty()) {
    Made.Call = MakerCallIndex(P.MakerCalls.size());
    P.MakerCalls.push_back(makerCall(T));
  }
  if (T.Blocks)
    P.MakerCounts.push_back(Made);
}

MakerCall Builder::makerCall(const CallText &T) {
  MakerCall C;
  if (!T.Callee.empty())
    C.Callee = hash(T.Callee);
  C.IsVirtual = !T.Virtual.empty();
  C.Name = P.save(C.IsVirtual ? T.Virtual : T.Pointer);
  C.Caller = hash(T.Caller);
  for (const std::string &Level : T.Chain)
    C.Chain.push_back(frame(Level));
  if (C.Chain.empty())
    C.Chain.push_back(frame(T.Place.empty() ? T.Caller : T.Place));
  while (C.UserFrame + 1 != C.Chain.size() &&
         P.isSystemFile(C.userFrame().File))
    ++C.UserFrame;
  C.IsUserFrame =
      T.Chain.empty() ? !T.Place.empty() : !P.isSystemFile(C.userFrame().File);
  if (C.IsUserFrame)
    C.ChangeFrame = P.changeFrame(C.Chain);
  C.Counts = T.Blocks.has_value();
  C.LoopDepth = T.Depth;
  return C;
}

/// As the modules say; "" if none does.
StringRef Builder::buildIdOf(StringRef Library) {
  for (const Module &M : P.Modules)
    if (M.Path == Library)
      return P.save(M.BuildId);
  return "";
}

DarkIndex Builder::dark(const std::string &Library,
                        const std::string &Function) {
  auto [It, New] =
      Dark.try_emplace({Library, Function}, DarkIndex(P.Dark.size()));
  if (New)
    P.Dark.push_back({P.save(Library), buildIdOf(Library),
                      16 * (P.Dark.size() + 1), P.save(Function)});
  return It->second;
}

std::optional<SiteIndex> Builder::siteOf(const CountText &T) {
  if (!T.Site)
    return std::nullopt;
  auto It = Sites.find(*T.Site);
  if (It == Sites.end())
    fail("a count of an unknown site");
  return It->second;
}

std::optional<DarkIndex> Builder::darkOf(const CountText &T) {
  if (T.Site && T.Library.empty() && T.Function.empty())
    return std::nullopt;
  return dark(T.Library, T.Function);
}

SectionIndex Builder::section(const std::string &Name) {
  auto It = Sections.find(Name);
  if (It == Sections.end())
    fail("no section named '" + Name + "'");
  return It->second;
}

void Builder::addCount(const CountText &T) {
  Count C;
  C.Site = siteOf(T);
  C.Dark = darkOf(T);
  C.Section = section(T.Section);
  if (T.Lane >= P.Lanes.size())
    fail("no lane " + Twine(T.Lane));
  C.Lane = LaneIndex(T.Lane);
  C.Size = T.Size;
  C.Allocations = T.Count;
  P.Counts.push_back(C);
}

void Builder::addLifetime(const LifetimeText &T) {
  Lifetime &L = P.Lifetimes.emplace_back();
  L.Site = siteOf(T.Key);
  L.Dark = darkOf(T.Key);
  L.Section = section(T.Key.Section);
  L.Size = T.Key.Size;
  L.Counts = T.Counts;
  for (const auto &[Bucket, Blocks] : T.Buckets)
    L.Counts.Buckets[number(Bucket)] = Blocks;
  for (const FreedByText &F : T.FreedBy) {
    DarkIndex I = dark(F.Library, F.Function);
    P.Dark[uint32_t(I)].UserFrame = frame(F.Place);
    L.FreeSites.push_back({I, T.Counts.Freed / T.FreedBy.size()});
  }
}

} // namespace

void buildProfile(Profile &P, const ProfileText &Text) {
  Builder(P, Text);
  changeTexts(P, [](StringRef Text) { return withBytes(Text); });
}

} // namespace anomalloc
