//===- Stale.cpp - profiles that are older than the source ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Stale.h"
#include "Analysis/weights/Measure.h"
#include "Lint/Units.h"
#include "Profile/Compat.h"
#include "Profile/ObjectSiteTables.h"
#include "Profile/Profile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace anomalloc::lint {
namespace {

/// Nanoseconds since the epoch; 0: there is no such file.
uint64_t changeOf(const Twine &Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status))
    return 0;
  return uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(
                      Status.getLastModificationTime().time_since_epoch())
                      .count());
}

/// The object that the command makes; "": it does not say.
std::string objectOf(const UnitCommand &C) {
  StringRef Name;
  for (size_t I = 0; I != C.Arguments.size(); ++I) {
    StringRef Word = C.Arguments[I];
    if (Word == "-o" && I + 1 != C.Arguments.size())
      Name = C.Arguments[I + 1];
    else if (Word.consume_front("-o") && !Word.empty())
      Name = Word;
  }
  if (Name.empty())
    return "";
  SmallString<256> Path(Name);
  compat::makeAbsolute(C.Directory, Path);
  return Path.str().str();
}

/// The site tables of a build.
struct Today {
  std::unique_ptr<Profile> Model;
  std::map<uint64_t, const Site *> Sites;
  /// Every object was there, had a table, and is newer than the source.
  bool IsWhole = true;
};

Today readObjects(const Database &D, uint64_t NewestSource) {
  Today T;
  std::vector<SiteTable> Tables;
  for (const Unit &U : D.Units)
    for (const UnitCommand &C : U.Commands) {
      const std::string Object = objectOf(C);
      if (Object.empty() || changeOf(Object) < NewestSource) {
        T.IsWhole = false;
        continue;
      }
      Expected<std::vector<SiteTable>> Read = readSiteTables(Object);
      if (!Read) {
        consumeError(Read.takeError());
        T.IsWhole = false;
        continue;
      }
      T.IsWhole &= !Read->empty();
      std::move(Read->begin(), Read->end(), std::back_inserter(Tables));
    }
  T.Model = makeStaticProfile(std::move(Tables));
  for (const Site &S : T.Model->Sites)
    T.Sites[S.Id] = &S;
  return T;
}

/// What a call of a maker is known by: its functions, and the sites that it
/// leads to. Of several, their order in the source counts.
using CallKey = std::pair<std::vector<std::string>, std::vector<uint64_t>>;

CallKey keyOf(const Measurements &M, const MeasuredChain &C) {
  CallKey Key;
  Key.second = C.Sites;
  for (std::optional<uint32_t> At = C.Innermost; At; At = M.Frames[*At].Caller)
    Key.first.push_back(M.Functions[M.Frames[*At].Function]);
  return Key;
}

/// The calls of makers, each key's in the order of lines.
std::map<CallKey, std::vector<const MeasuredChain *>>
callsByKey(const Measurements &M) {
  std::map<CallKey, std::vector<const MeasuredChain *>> Calls;
  for (const MeasuredChain &C : M.Chains)
    if (C.OfCall)
      Calls[keyOf(M, C)].push_back(&C);
  for (auto &[Key, List] : Calls)
    sort(List, [&](const MeasuredChain *A, const MeasuredChain *B) {
      const MeasuredFrame &F = M.Frames[A->Innermost];
      const MeasuredFrame &G = M.Frames[B->Innermost];
      return std::tie(F.Line, F.Column) < std::tie(G.Line, G.Column);
    });
  return Calls;
}

class Mover {
public:
  Mover(Measurements &M, const Today &Now)
      : M(M), Now(Now), Then(callsByKey(M)), NowMeasured(measure(*Now.Model)),
        NowCalls(callsByKey(NowMeasured)) {
    for (auto [I, File] : enumerate(M.Files))
      Files[File] = uint32_t(I);
  }

  /// The same for a call; false: the build has not the same ones.
  bool moveCall(const MeasuredChain &C) {
    const CallKey Key = keyOf(M, C);
    auto Before = Then.find(Key), After = NowCalls.find(Key);
    if (Before == Then.end() || After == NowCalls.end() ||
        Before->second.size() != After->second.size())
      return false;
    const size_t I = llvm::find(Before->second, &C) - Before->second.begin();
    std::optional<uint32_t> To = After->second[I]->Innermost;
    for (std::optional<uint32_t> At = C.Innermost; At && To;
         At = M.Frames[*At].Caller) {
      const MeasuredFrame &F = NowMeasured.Frames[*To];
      moveFrame(*At, NowMeasured.Files[F.File], F.Line, F.Column);
      To = F.Caller;
    }
    return true;
  }

  /// Gives the frames of \p C the lines of \p S, from the allocation outwards,
  /// as long as the functions are the same.
  void move(const MeasuredChain &C, const Site &S) {
    std::optional<uint32_t> At = C.Innermost;
    for (const Frame &F : S.Chain) {
      if (!F.Line || F.File.empty() || Now.Model->isSystemFile(F.File))
        continue;
      if (!At || M.Functions[M.Frames[*At].Function] != F.Function)
        return;
      moveFrame(*At, F.File, F.Line, F.Column);
      At = M.Frames[*At].Caller;
    }
  }

private:
  void moveFrame(uint32_t Frame, StringRef File, uint32_t Line,
                 uint32_t Column) {
    if (!Moved.insert(Frame).second)
      return;
    auto [I, New] = Files.try_emplace(File.str(), M.Files.size());
    if (New)
      M.Files.push_back(File.str());
    MeasuredFrame &F = M.Frames[Frame];
    F.File = I->second;
    F.Line = Line;
    F.Column = Column;
  }

  Measurements &M;
  const Today &Now;
  std::map<CallKey, std::vector<const MeasuredChain *>> Then;
  Measurements NowMeasured;
  std::map<CallKey, std::vector<const MeasuredChain *>> NowCalls;
  std::map<std::string, uint32_t> Files;
  std::set<uint32_t> Moved; ///< Frames.
};

} // namespace

Staleness bringUpToDate(Measurements &M, const Database &D, const Project &P) {
  Staleness S;
  if (!M.Recorded)
    return S;
  uint64_t Newest = 0;
  std::vector<bool> IsStale;
  for (const std::string &File : M.Files) {
    const uint64_t Change = P.owns(realPath(File)) ? changeOf(File) : 0;
    IsStale.push_back(Change > M.Recorded);
    if (IsStale.back()) {
      S.Files.push_back(File);
      Newest = std::max(Newest, Change);
    }
  }
  if (S.Files.empty())
    return S;
  sort(S.Files);

  const Today Now = readObjects(D, Newest);
  Mover Lines(M, Now);
  std::vector<bool> Stays(M.Chains.size(), true);
  for (auto [Number, C] : enumerate(M.Chains)) {
    bool Touches = false;
    for (std::optional<uint32_t> At = C.Innermost; At;
         At = M.Frames[*At].Caller)
      // Files that were added since are those of today.
      Touches |=
          M.Frames[*At].File < IsStale.size() && IsStale[M.Frames[*At].File];
    const Site *Known = nullptr;
    for (uint64_t Id : C.Sites)
      if (auto I = Now.Sites.find(Id); I != Now.Sites.end())
        Known = I->second;
    bool Found = false;
    if (C.OfCall && !C.Shared)
      Found = Lines.moveCall(C);
    else if (Known && !C.Shared) {
      Lines.move(C, *Known);
      Found = true;
    }
    if (!Touches)
      continue;
    if (!Found && Now.IsWhole && (!Known || C.OfCall) && !C.Sites.empty()) {
      Stays[Number] = false;
      S.Gone += C.Allocations != 0;
    } else if (C.Allocations)
      ++(Found ? S.Found : S.Lost);
  }
  std::vector<MeasuredChain> Left;
  for (auto [Number, C] : enumerate(M.Chains))
    if (Stays[Number])
      Left.push_back(std::move(C));
  M.Chains = std::move(Left);
  return S;
}

std::string describe(const Staleness &S, const Project &P) {
  if (S.Files.empty())
    return "";
  constexpr size_t Most = 3;
  std::vector<std::string> Names;
  for (const std::string &File : ArrayRef(S.Files).take_front(Most))
    Names.push_back(P.relative(realPath(File)));
  std::string Text = "the profile is older than " + join(Names, ", ");
  if (S.Files.size() > Most)
    Text += " and " + utostr(S.Files.size() - Most) + " more";
  std::vector<std::string> Parts;
  if (S.Found)
    Parts.push_back("of the hot lines there " + utostr(S.Found) +
                    " were found again in the build, by their site ids");
  if (S.Gone)
    Parts.push_back(utostr(S.Gone) + " are gone, and were left out");
  if (S.Lost)
    Parts.push_back(utostr(S.Lost) + " may have moved");
  if (!Parts.empty())
    Text += ": " + join(Parts, "; ");
  return Text + ". Build and record anew to be sure";
}

} // namespace anomalloc::lint
