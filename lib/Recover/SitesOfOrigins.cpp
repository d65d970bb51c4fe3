//===- SitesOfOrigins.cpp - dark origins become sites ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/SitesOfOrigins.h"
#include "Profile/ModelBuilder.h"
#include "Support/AllocatorNames.h"
#include "Support/Demangle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// The site that stands for an accelerator's function, if code that nobody
/// instrumented called it (anomalloc/DeviceAbi.h).
std::optional<SiteIndex> calledFunction(const Profile &P, const Count &C) {
  return C.Dark && C.Site && P.site(*C.Site).Family == SiteFamily::Pool
             ? C.Site
             : std::nullopt;
}

/// The origins that counts or lifetimes without a site refer to.
std::vector<DarkIndex> originsOf(const Profile &P) {
  std::vector<bool> Used(P.Dark.size());
  for (const Count &C : P.Counts)
    if (C.Dark && (!C.Site || calledFunction(P, C)))
      Used[uint32_t(*C.Dark)] = true;
  for (const Lifetime &L : P.Lifetimes)
    if (!L.Site && L.Dark)
      Used[uint32_t(*L.Dark)] = true;
  std::vector<DarkIndex> Origins;
  for (uint32_t I = 0; I != P.Dark.size(); ++I)
    if (Used[I] && !P.Dark[I].Library.empty() &&
        !isSystemLibrary(P.Dark[I].Library))
      Origins.push_back(DarkIndex(I));
  return Origins;
}

/// Makes one site of all origins that are the same call.
class SiteMaker {
public:
  SiteMaker(Profile &P, CodeOfRun &Code) : P(P), Code(Code) {}

  /// \p Called: as calledFunction().
  SiteIndex siteFor(const DarkOrigin &Origin, std::vector<Frame> Levels,
                    std::optional<SiteIndex> Called);

private:
  StringRef typeOf(const Site &S, const DarkOrigin &Origin,
                   const std::optional<MachineCall> &Call);

  Profile &P;
  CodeOfRun &Code;
  StringMap<SiteIndex> ByText; ///< By all that tells sites apart.
  StringMap<std::string> TypeOfFunction;
};

/// The element of the allocator among the functions that were inlined, or the
/// class of the constructor that was.
StringRef SiteMaker::typeOf(const Site &S, const DarkOrigin &Origin,
                            const std::optional<MachineCall> &Call) {
  for (const Frame &F : S.Chain) {
    auto [Known, New] = TypeOfFunction.try_emplace(F.Function);
    if (New &&
        (F.Function.contains("alloc") || F.Function.contains("make_unique")))
      Known->second = typeOfAllocatorFunction(demangledName(F.Function)).str();
    if (!Known->second.empty())
      return P.save(Known->second);
  }
  const bool IsArray = S.Callee.starts_with("_Zna");
  if (!Call || !(IsArray || S.Callee.starts_with("_Znw")))
    return "";
  return P.save(Code.typeMadeBy(
      Origin.Library, Origin.BuildId,
      {Origin.Offset - 1, S.Chain.front(), Call->Constant, IsArray}));
}

/// A size in code is the size of each block if the function takes nothing else.
bool takesSizeAlone(StringRef Callee) {
  return Callee == "malloc" || Callee == "_Znwm" || Callee == "_Znam";
}

SiteIndex SiteMaker::siteFor(const DarkOrigin &Origin,
                             std::vector<Frame> Levels,
                             std::optional<SiteIndex> Called) {
  std::optional<MachineCall> Call =
      Code.callBefore(Origin.Library, Origin.BuildId, Origin.Offset);
  Site S;
  S.FromBinary = true;
  S.Chain = std::move(Levels);
  const bool MayHaveLoops = mayHaveUserLoops(Origin.Library, S.Chain);
  S.LoopDepthIsLeast = MayHaveLoops && (!Call || Call->LoopsUnknown);
  if (Call) {
    S.Callee = P.save(Call->Callee);
    S.LoopDepth = MayHaveLoops ? Call->LoopDepth : 0;
    if (takesSizeAlone(S.Callee))
      S.ConstantSize = Call->Constant;
  }
  if (Called) {
    const Site &Its = P.site(*Called);
    S.Family = Its.Family;
    S.Space = Its.Space;
    S.Callee = Its.Callee;
  }
  std::string Text = S.Callee.str();
  for (const Frame &F : S.Chain)
    Text += '\0' + F.Function.str() + '\0' + F.File.str() + '\0' +
            utostr(F.Line) + ':' + utostr(F.Column);
  auto [Known, New] = ByText.try_emplace(Text, SiteIndex(P.Sites.size()));
  if (!New) {
    Site &Same = P.Sites[uint32_t(Known->second)];
    // An iteration that was peeled off is not the whole story.
    Same.LoopDepth = std::max(Same.LoopDepth, S.LoopDepth);
    Same.LoopDepthIsLeast |= S.LoopDepthIsLeast;
    Same.keepCommon(S);
    return Known->second;
  }
  // The same in each run of one binary: it does not depend on which other calls
  // of the function ran.
  S.Id = xxh3_64bits(Text);
  S.FunctionHash = functionOf(S.outermostFrame().Function, Origin.Library,
                              MayHaveLoops && Call ? Call->localFunction() : 0);
  while (S.UserFrame + 1 != S.Chain.size() &&
         !isUserSource(P, S.userFrame().File, Origin.Library))
    ++S.UserFrame;
  S.Type = typeOf(S, Origin, Call);
  P.FunctionNames.try_emplace(S.FunctionHash, S.outermostFrame().Function);
  P.Sites.push_back(std::move(S));
  return Known->second;
}

/// Adds up the elements of \p Rows that \p Key says are one, in their order.
template <typename Row, typename KeyOf, typename Join>
void joinRows(std::vector<Row> &Rows, KeyOf Key, Join Add) {
  std::map<decltype(Key(Rows.front())), size_t> Known;
  size_t Kept = 0;
  for (Row &R : Rows) {
    auto [At, New] = Known.try_emplace(Key(R), Kept);
    if (!New)
      Add(Rows[At->second], R);
    else if (&Rows[Kept++] != &R)
      Rows[Kept - 1] = std::move(R);
  }
  Rows.resize(Kept);
}

} // namespace

RecoveredSites addSites(Profile &P, CodeOfRun &Code,
                        const SymbolizeOptions &Options) {
  RecoveredSites Sites;
  Sites.OfOrigin.resize(P.Dark.size());
  const std::vector<DarkIndex> Origins = originsOf(P);
  if (Origins.empty())
    return Sites;
  std::vector<std::vector<Frame>> Levels = levelsOf(P, Origins, Options);
  std::map<DarkIndex, SiteIndex> Called;
  for (const Count &C : P.Counts)
    if (std::optional<SiteIndex> Its = calledFunction(P, C))
      Called.try_emplace(*C.Dark, *Its);
  SiteMaker Maker(P, Code);
  for (size_t I = 0; I != Origins.size(); ++I) {
    if (none_of(Levels[I], [](const Frame &F) { return !F.Function.empty(); }))
      continue;
    auto Its = Called.find(Origins[I]);
    Sites.OfOrigin[uint32_t(Origins[I])] = Maker.siteFor(
        P.dark(Origins[I]), std::move(Levels[I]),
        Its == Called.end() ? std::nullopt : std::optional(Its->second));
    Sites.Any = true;
  }
  return Sites;
}

void chargeSites(Profile &P, const RecoveredSites &Sites) {
  using Place = std::tuple<StringRef, StringRef, uint64_t>;
  std::map<Place, SiteIndex> OfPlace;
  for (auto [I, Site] : enumerate(Sites.OfOrigin))
    if (Site)
      OfPlace.try_emplace(
          {P.Dark[I].Library, P.Dark[I].BuildId, P.Dark[I].Offset}, *Site);

  std::set<SiteIndex> Called; // Before the counts go to other sites.
  for (const Count &C : P.Counts)
    if (std::optional<SiteIndex> Its = calledFunction(P, C))
      Called.insert(*Its);
  auto IsSite = [&](std::optional<SiteIndex> S) {
    return S && !Called.count(*S);
  };
  auto Charge = [&](auto &Row) {
    if (IsSite(Row.Site) || !Row.Dark || !Sites.OfOrigin[uint32_t(*Row.Dark)])
      return;
    Row.Site = Sites.OfOrigin[uint32_t(*Row.Dark)];
    Row.Dark.reset();
  };
  auto ChargeStack = [&](auto &Row) {
    const CodePlace &Its = P.place(P.stack(Row.Stack).Place);
    auto Found = OfPlace.find({Its.Library, Its.BuildId, Its.Offset});
    if (!IsSite(Row.Site) && Found != OfPlace.end())
      Row.Site = Found->second;
  };
  for_each(P.Counts, Charge);
  // Calls that become one site keep their rows: how the sum is spread is not
  // known.
  for_each(P.RankCounts, Charge);
  for_each(P.NotDrawn, Charge);
  for_each(P.WithoutStacks, Charge);
  for_each(P.Lifetimes, Charge);
  for_each(P.StackCounts, ChargeStack);
  for_each(P.StackLifetimes, ChargeStack);

  joinRows(
      P.Counts,
      [](const Count &C) {
        return std::make_tuple(C.Site, C.Dark, C.Section, C.Lane, C.Size);
      },
      [](Count &To, const Count &From) {
        addSaturated(To.Allocations, From.Allocations);
      });
  // Estimates rest on draws of their own.
  joinRows(
      P.Lifetimes,
      [](const Lifetime &L) {
        return std::make_tuple(L.Site, L.Dark, L.Section, L.Size,
                               L.Drawn.Stratum);
      },
      [](Lifetime &To, const Lifetime &From) {
        // Copies of one call may have blocks at different times.
        const bool BothHadSome = To.Counts.Peak && From.Counts.Peak;
        addTo(To, From);
        To.Counts.PeakIsBound |= BothHadSome;
      });
  for (const Count &C : P.Counts)
    if (C.Site && P.site(*C.Site).FromBinary &&
        P.site(*C.Site).ConstantSize != C.Size)
      P.Sites[uint32_t(*C.Site)].ConstantSize.reset();
}

} // namespace anomalloc
