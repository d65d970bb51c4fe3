//===- JsonSites.cpp - sites and loops for programs -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/diff/ChangeParts.h"
#include "Report/report/JsonParts.h"
#include "Report/text/Names.h"
#include <set>

using namespace llvm;

namespace anomalloc {

void writeJsonOrigin(json::OStream &J, const Profile &Model,
                     std::optional<SiteIndex> Site,
                     std::optional<DarkIndex> Dark) {
  if (Site) {
    const anomalloc::Site &Its = Model.site(*Site);
    J.attribute("site", hexId(Its.Id));
    J.attributeObject("place", [&] { writeJsonFrame(J, Its.userFrame()); });
  }
  if (Dark) {
    const DarkOrigin &D = Model.dark(*Dark);
    J.attributeObject("dark", [&] {
      writeJsonString(J, "library", D.Library);
      J.attribute("offset", D.Offset);
      writeJsonString(J, "function", fullFunctionName(D.Function));
    });
  }
}

namespace {

/// What the compiler said of a site. Its first user frame is the site's place.
void writeStatic(json::OStream &J, const Profile &P, const Site &S) {
  J.attribute("id", hexId(S.Id));
  J.attribute("family", nameOf(S.Family));
  writeJsonFrame(J, S.userFrame());
  writeJsonString(J, "callee", plainFunctionName(S.Callee));
  writeJsonString(J, "callee_linkage_name", S.Callee);
  writeJsonString(J, "type", S.Type);
  J.attribute("constant_size", S.ConstantSize ? json::Value(*S.ConstantSize)
                                              : json::Value(nullptr));
  J.attribute("loop_depth", S.LoopDepth);
  J.attribute("loop", S.InnermostLoop
                          ? json::Value(hexId(P.loop(*S.InnermostLoop).Id))
                          : json::Value(nullptr));
  J.attribute("user_frame", S.UserFrame);
  J.attribute("change_frame", S.ChangeFrame ? json::Value(*S.ChangeFrame)
                                            : json::Value(nullptr));
  J.attributeArray("chain", [&] {
    for (const Frame &F : S.Chain)
      J.object([&] { writeJsonFrame(J, F); });
  });
}

void writeRate(json::OStream &J, const SiteRanking::Row &R) {
  bool Known = R.Basis != SiteRanking::Per::Unknown;
  J.attribute("allocations_per",
              Known ? json::Value(R.AllocationsPer) : json::Value(nullptr));
  J.attribute("per", !Known ? json::Value(nullptr)
                     : R.Basis == SiteRanking::Per::Iteration
                         ? json::Value("iteration")
                         : json::Value("entry"));
}

/// The finding that has the site's blocks, or why there is none.
void writeWord(json::OStream &J, const ChangeList &List, SiteIndex Site) {
  const ChangeList::Word &Its = List.OfSite[uint32_t(Site)];
  J.attribute("finding",
              Its.Entry ? json::Value(rankOf(List, *Its.Entry)) : nullptr);
  J.attribute("no_finding", Its.Entry ? json::Value(nullptr)
                                      : json::Value(reasonOf(Its.Why)));
}

void writeSite(json::OStream &J, const Profile &P, const ChangeList &Changes,
               const SiteRanking::Row &R) {
  J.object([&] {
    writeStatic(J, P, P.site(R.Site));
    J.attribute("effective_loop_depth", R.EffectiveLoopDepth);
    J.attribute("allocations", R.Sum.Allocations);
    J.attribute("bytes", R.Sum.Bytes);
    J.attributeArray("callers", [&] {
      for (const Frame &F : R.Callers.Lines)
        J.object([&] { writeJsonFrame(J, F); });
    });
    J.attribute("other_callers", R.Callers.Others);
    writeWord(J, Changes, R.Site);
    writeRate(J, R);
    J.attributeArray("sizes", [&] {
      for (const SiteRanking::SizeShare &Share : R.Sizes)
        J.object([&] {
          J.attribute("size", Share.Size);
          J.attribute("allocations", Share.Allocations);
        });
    });
    J.attributeArray("sections", [&] {
      for (const SiteRanking::SectionShare &Share : R.Sections)
        J.object([&] {
          writeJsonString(J, "section", P.section(Share.Section));
          J.attribute("allocations", Share.Sum.Allocations);
          J.attribute("bytes", Share.Sum.Bytes);
        });
    });
  });
}

void writeLoop(json::OStream &J, const Profile &P, const Loop &L) {
  J.object([&] {
    J.attribute("id", hexId(L.Id));
    J.attribute("parent", L.Parent ? json::Value(hexId(P.loop(*L.Parent).Id))
                                   : json::Value(nullptr));
    writeJsonString(J, "function", fullFunctionName(L.Function));
    writeJsonString(J, "file", L.File);
    J.attribute("line", L.Line);
    J.attribute("column", L.Column);
    J.attribute("trip_count", numberOrNull(L.TripCount, L.TripCount));
    J.attribute("entries", numberOrNull(L.CountsEntries, L.Entries));
    J.attribute("iterations", numberOrNull(L.CountsIterations, L.Iterations));
  });
}

} // namespace

void writeJsonPointer(json::OStream &J, StringRef Name, bool IsVirtual) {
  if (Name.empty())
    return;
  J.attributeObject("through_pointer", [&] {
    writeJsonString(J, "name", Name);
    J.attribute("virtual", IsVirtual);
  });
}

void writeJsonFrame(json::OStream &J, const Frame &F) {
  writeJsonString(J, "function", fullFunctionName(F.Function));
  writeJsonString(J, "linkage_name", F.Function);
  writeJsonString(J, "file", F.File);
  J.attribute("line", F.Line);
  J.attribute("column", F.Column);
}

static void writeLoops(json::OStream &J, const Analysis &A) {
  const Profile &P = *A.Source;
  std::set<LoopIndex> Shown;
  for (const SiteRanking::Row &R : A.Sites.Rows)
    for (std::optional<LoopIndex> L = P.site(R.Site).InnermostLoop;
         L && Shown.insert(*L).second; L = P.loop(*L).Parent)
      ;
  J.attributeArray("loops", [&] {
    for (LoopIndex L : Shown)
      writeLoop(J, P, P.loop(L));
  });
}

void writeJsonSites(json::OStream &J, const Analysis &A) {
  J.attributeArray("sites", [&] {
    for (const SiteRanking::Row &R : A.Sites.Rows)
      writeSite(J, *A.Source, A.Changes, R);
  });
  writeJsonMakerCalls(J, *A.Source);
  writeLoops(J, A);
}

void writeJsonStaticSites(json::OStream &J, const Profile &P) {
  J.attributeArray("sites", [&] {
    for (const Site &S : P.Sites)
      J.object([&] { writeStatic(J, P, S); });
  });
  writeJsonStaticMakerCalls(J, P);
}

} // namespace anomalloc
