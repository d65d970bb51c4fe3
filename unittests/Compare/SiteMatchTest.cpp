//===- SiteMatchTest.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/SiteMatch.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

struct Level {
  const char *Function;
  uint32_t Line;
  const char *File = "/src/a.cpp";
};

/// A profile with sites in the order in which they were added.
class Code {
public:
  Code &site(uint64_t Id, std::vector<Level> Chain,
             std::optional<uint64_t> Size = std::nullopt,
             const char *Type = "") {
    Site S;
    S.Id = Id;
    S.Callee = "malloc";
    for (const Level &L : Chain)
      S.Chain.push_back({P->save(L.Function), P->save(L.File), L.Line, 3});
    S.ChangeFrame = 0;
    S.ConstantSize = Size;
    S.Type = P->save(Type);
    P->Sites.push_back(std::move(S));
    return *this;
  }
  Code &dark(const char *Library, const char *Function, uint64_t Offset = 0,
             const char *BuildId = "") {
    P->Dark.push_back(
        {P->save(Library), P->save(BuildId), Offset, P->save(Function)});
    return *this;
  }
  Code &made(uint32_t Site, uint64_t Size) {
    Count C;
    C.Site = SiteIndex(Site);
    C.Size = Size;
    C.Allocations = 1;
    P->Counts.push_back(C);
    return *this;
  }
  const Profile *profile() const { return P.get(); }

private:
  std::unique_ptr<Profile> P = std::make_unique<Profile>();
};

/// Of each site of \p New: the index of the old site and the way, as "0id",
/// "1function*" (by order), or "-".
std::string found(const Code &Old, const Code &New) {
  const SiteMatch M = matchSites({Old.profile(), New.profile()});
  static const char *const Ways[] = {"id", "function", "line", "-"};
  std::string All;
  for (uint32_t I = 0; I != New.profile()->Sites.size(); ++I) {
    const SiteMatch::Entry &E = M.site(1, SiteIndex(I));
    std::string Which;
    for (uint32_t J = 0; J != Old.profile()->Sites.size(); ++J)
      if (M.site(0, SiteIndex(J)).Number == E.Number)
        Which += std::to_string(J);
    EXPECT_EQ(Which.empty(), E.How == MatchedBy::Unmatched);
    All += (I ? " " : "") + Which + Ways[int(E.How)] + (E.ByOrder ? "*" : "");
  }
  return All;
}

TEST(SiteMatch, IdsSurviveMovedLines) {
  EXPECT_EQ(found(Code().site(1, {{"f", 10}}).site(2, {{"g", 20}}),
                  Code().site(2, {{"g", 27}}).site(1, {{"f", 17}})),
            "1id 0id");
}

TEST(SiteMatch, AnIdOfALikeCallMeansAnotherOnceOneIsGone) {
  // Ids count like calls: without the first, the second has its id.
  Code Old;
  Old.site(1, {{"f", 10}}, 16).site(2, {{"f", 11}}, 24);
  EXPECT_EQ(found(Old, Code().site(1, {{"f", 10}}, 24)), "1function");
  EXPECT_EQ(found(Old, Code().site(1, {{"f", 10}}, 16)), "0id");
}

TEST(SiteMatch, LikeCallsInDoubtAreNotMatched) {
  Code Two, One;
  Two.site(1, {{"f", 10}}).site(2, {{"f", 11}});
  One.site(1, {{"f", 10}});
  EXPECT_EQ(found(Two, One), "-");
  EXPECT_EQ(found(One, Two), "- -");
}

TEST(SiteMatch, AsManyLikeCallsAreToldApartByOrder) {
  // The order is that of the source, not that of the compiler.
  EXPECT_EQ(found(Code().site(1, {{"f", 10}}).site(2, {{"f", 11}}),
                  Code().site(1, {{"f", 15}}).site(2, {{"f", 12}})),
            "1function* 0function*");
}

TEST(SiteMatch, ASizeThatChangedIsTheSameSiteIfItIsTheOnlyOne) {
  EXPECT_EQ(
      found(Code().site(1, {{"f", 10}}, 16), Code().site(1, {{"f", 10}}, 24)),
      "0id");
}

TEST(SiteMatch, ATypeThatStandsOnceIsFoundThoughItGrew) {
  Code Old, New;
  Old.site(1, {{"f", 10}}, 48, "Node").site(2, {{"f", 11}}, 16, "Edge");
  New.site(1, {{"f", 10}}, 16, "Edge").site(2, {{"f", 11}}, 56, "Node");
  EXPECT_EQ(found(Old, New), "1function 0function");
}

TEST(SiteMatch, LambdasAreToldApartThoughTheirNumbersMoved) {
  Code Old, New;
  Old.site(1, {{"_ZZ4mainENK3$_0clEv", 10}}, 16)
      .site(2, {{"_ZZ4mainENK3$_1clEv", 12}}, 24);
  New.site(1, {{"_ZZ4mainENK3$_0clEv", 10}}, 24);
  EXPECT_EQ(found(Old, New), "1function");
}

TEST(SiteMatch, FunctionsMayMoveToAnotherFile) {
  EXPECT_EQ(found(Code().site(1, {{"_Z1fv", 10, "/src/a.cpp"}}),
                  Code().site(1, {{"_Z1fv", 90, "/src/b.cpp"}})),
            "0id");
}

TEST(SiteMatch, AFunctionOfCMayMoveIfItsIdSaysThatItIsTheSame) {
  Code Old, New, Static;
  Old.site(1, {{"f", 10, "/src/a.c"}}).site(2, {{"g", 20, "/src/a.c"}});
  New.site(2, {{"g", 12, "/src/a.c"}}).site(1, {{"f", 5, "/src/b.c"}});
  EXPECT_EQ(found(Old, New), "1id 0id");
  // A static one has its file in its id: this may be another.
  Static.site(2, {{"g", 12, "/src/a.c"}}).site(9, {{"f", 5, "/src/b.c"}});
  EXPECT_EQ(found(Old, Static), "1id -");
}

TEST(SiteMatch, StaticFunctionsOfARenamedFileAreFound) {
  EXPECT_EQ(found(Code().site(1, {{"_ZL1fv", 10, "/src/a.cpp"}}),
                  Code().site(9, {{"_ZL1fv", 10, "/src/b.cpp"}})),
            "0function");
}

TEST(SiteMatch, StaticFunctionsOfOneNameStayApart) {
  // a.cpp lost its f(); that of b.cpp was there before.
  Code Old, New;
  Old.site(1, {{"_ZL1fv", 10, "/src/a.cpp"}})
      .site(2, {{"_ZL1gv", 20, "/src/a.cpp"}})
      .site(3, {{"_ZL1fv", 10, "/src/b.cpp"}});
  New.site(2, {{"_ZL1gv", 12, "/src/a.cpp"}})
      .site(3, {{"_ZL1fv", 10, "/src/b.cpp"}});
  EXPECT_EQ(found(Old, New), "1id 2id");
}

TEST(SiteMatch, OneSiteThatWasInlinedTwiceIsSeveral) {
  Code Old, New;
  Old.site(1, {{"_Z1fv", 10}});
  New.site(2, {{"_Z1fv", 10}, {"_Z1gv", 20}})
      .site(3, {{"_Z1fv", 10}, {"_Z1hv", 30}});
  EXPECT_EQ(found(Old, New), "0function 0function");
  EXPECT_EQ(found(New, Old), "01function");
}

TEST(SiteMatch, InlinedCopiesKeepTheirPlace) {
  Code Old, New;
  Old.site(1, {{"_Z1fv", 10}}).site(2, {{"_Z1fv", 12}});
  New.site(3, {{"_Z1fv", 10}, {"_Z1gv", 20}})
      .site(4, {{"_Z1fv", 12}, {"_Z1gv", 20}});
  EXPECT_EQ(found(Old, New), "0function 1function");
}

TEST(SiteMatch, ARenamedFunctionIsFoundByItsLines) {
  Code Old, New;
  Old.site(1, {{"_Z1av", 10}})
      .site(2, {{"_Z3oldv", 20}})
      .site(3, {{"_Z1zv", 30}});
  New.site(1, {{"_Z1av", 12}})
      .site(9, {{"_Z3newv", 22}})
      .site(3, {{"_Z1zv", 32}});
  EXPECT_EQ(found(Old, New), "0id 1line 2id");
}

TEST(SiteMatch, AnotherFunctionInAnotherPlaceIsNew) {
  Code Old, New;
  Old.site(1, {{"_Z1av", 10}})
      .site(2, {{"_Z3oldv", 20}})
      .site(3, {{"_Z1zv", 30}});
  New.site(1, {{"_Z1av", 10}})
      .site(3, {{"_Z1zv", 25}})
      .site(9, {{"_Z3newv", 40}});
  EXPECT_EQ(found(Old, New), "0id 2id -");
}

TEST(SiteMatch, OfTwoNewFunctionsNoneIsTakenForTheOldOne) {
  Code Old, New;
  Old.site(1, {{"_Z3oldv", 20}});
  New.site(2, {{"_Z2n1v", 20}}).site(3, {{"_Z2n2v", 40}});
  EXPECT_EQ(found(Old, New), "- -");
}

TEST(SiteMatch, WhatBothRepairsHaveIsOneSite) {
  Code Before, First, Second;
  Before.site(1, {{"_Z1av", 10}});
  First.site(1, {{"_Z1av", 10}}).site(2, {{"_Z1bv", 30}}, 8);
  Second.site(1, {{"_Z1av", 10}}).site(2, {{"_Z1bv", 30}}, 8);
  const SiteMatch M =
      matchSites({Before.profile(), First.profile(), Second.profile()});
  EXPECT_EQ(M.site(1, SiteIndex(1)).Number, M.site(2, SiteIndex(1)).Number);
  EXPECT_EQ(M.numSites(), 2u);
}

TEST(SiteMatch, LinesAreNumberedAlikeThoughTheyMoved) {
  Code Old, New;
  Old.site(1, {{"_Z1fv", 10}}, 16).site(2, {{"_Z1fv", 12}}, 24);
  New.site(1, {{"_Z1fv", 20}}, 16).site(2, {{"_Z1fv", 22}}, 24);
  const SiteMatch M = matchSites({Old.profile(), New.profile()});
  for (uint32_t I : {0, 1})
    EXPECT_EQ(M.line(0, Old.profile()->Sites[I].Chain[0]),
              M.line(1, New.profile()->Sites[I].Chain[0]));
  EXPECT_EQ(M.numLines(), 2u);
  EXPECT_EQ(M.line(0, Frame()), std::nullopt);
}

TEST(SiteMatch, SitesTellWhichLineIsWhich) {
  Code Old, New;
  Old.site(1, {{"_Z1fv", 10}}, 16).site(2, {{"_Z1fv", 12}}, 24);
  New.site(1, {{"_Z1fv", 20}}, 24);
  const SiteMatch M = matchSites({Old.profile(), New.profile()});
  EXPECT_EQ(M.line(0, Old.profile()->Sites[1].Chain[0]),
            M.line(1, New.profile()->Sites[0].Chain[0]));
}

TEST(SiteMatch, SizesRefuteAnOrder) {
  // The two calls changed places.
  Code Old, New;
  Old.site(1, {{"f", 10}}).site(2, {{"f", 11}}).made(0, 100).made(1, 200);
  New.site(1, {{"f", 10}}).site(2, {{"f", 11}}).made(0, 200).made(1, 100);
  EXPECT_EQ(found(Old, New), "- -");
  // Other sizes alone say nothing.
  Code Other;
  Other.site(1, {{"f", 10}}).site(2, {{"f", 11}}).made(0, 300).made(1, 400);
  EXPECT_EQ(found(Old, Other), "0id* 1id*");
}

TEST(SiteMatch, RunsOfOneBuildAreFoundAsTheBuildIs) {
  Code Old, New, Again;
  Old.site(1, {{"_Z1fv", 10}}, 16).site(2, {{"_Z1fv", 11}}, 24);
  for (Code *C : {&New, &Again})
    C->site(1, {{"_Z1fv", 10}}, 24);
  const SiteMatch M =
      matchSites({Old.profile(), New.profile(), Again.profile()});
  EXPECT_EQ(M.site(2, SiteIndex(0)).How, MatchedBy::Function);
  EXPECT_EQ(M.site(2, SiteIndex(0)).Number, M.site(0, SiteIndex(1)).Number);
}

TEST(SiteMatch, DarkOriginsAreTheSameInAnotherVersionOfTheirLibrary) {
  Code Old, New;
  Old.dark("/lib/libstdc++.so.6.0.30", "_Znwm", 0x10, "aa")
      .dark("/lib/libfoo.so.1", "", 0x20, "bb");
  New.dark("/opt/libstdc++.so.6.0.33", "_Znwm", 0x99, "cc")
      .dark("/lib/libfoo.so.1", "", 0x20, "dd")
      .dark("/lib/libfoo.so.1", "", 0x20, "bb");
  const SiteMatch M = matchSites({Old.profile(), New.profile()});
  EXPECT_EQ(M.dark(0, DarkIndex(0)), M.dark(1, DarkIndex(0)));
  EXPECT_NE(M.dark(0, DarkIndex(1)), M.dark(1, DarkIndex(1)));
  EXPECT_EQ(M.dark(0, DarkIndex(1)), M.dark(1, DarkIndex(2)));
}

} // namespace
