//===- SectionUseTest.cpp - what lives and dies in a section --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay/SectionUse.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

class Events {
public:
  Events &begin(uint32_t Section, uint32_t Lane = 0, bool IsPhase = false) {
    return section(TraceEvent::SectionBegin, Section, Lane, IsPhase);
  }
  Events &end(uint32_t Section, uint32_t Lane = 0, bool IsPhase = false) {
    return section(TraceEvent::SectionEnd, Section, Lane, IsPhase);
  }
  Events &make(uint64_t Block, uint32_t Section, uint32_t Lane = 0) {
    return event({0, Block, Lane, Lane, Section, TraceEvent::Allocation, false},
                 Section);
  }
  Events &free(uint64_t Block, uint32_t Section, uint32_t Maker = 0,
               uint32_t Lane = 0, bool ByRealloc = false) {
    return event({0, Block, Lane, Maker, 0, TraceEvent::Free, ByRealloc},
                 Section);
  }
  Events &thread(uint32_t Lane) {
    Uses.note({0, 1, Lane, Lane, 0, TraceEvent::Thread, false});
    return *this;
  }
  SectionUse of(uint32_t Section) { return Uses.take()[Section]; }

private:
  Events &section(TraceEvent::Kind What, uint32_t Section, uint32_t Lane,
                  bool IsPhase) {
    Uses.note({0, IsPhase, Lane, Lane, Section, What, false});
    return *this;
  }
  /// The key has the section's number.
  Events &event(const TraceEvent &E, uint32_t Section) {
    Uses.note(E, Section, {0, 10, 1, 0, Section, 0});
    return *this;
  }
  SectionUses Uses;
};

TEST(SectionUse, BlocksThatEndInTheirActivationDoNotEscape) {
  SectionUse U = Events()
                     .begin(1)
                     .make(1, 1)
                     .make(2, 1)
                     .free(1, 1)
                     .free(2, 1)
                     .end(1)
                     .begin(1)
                     .make(3, 1)
                     .free(3, 1)
                     .end(1)
                     .of(1);
  EXPECT_EQ(U.Blocks, 3u);
  EXPECT_EQ(U.Bytes, 30u);
  EXPECT_EQ(U.Activations, 2u);
  EXPECT_EQ(U.MostLiveBytes, 20u);
  EXPECT_EQ(U.MostAtOnce, 1u);
  EXPECT_TRUE(U.allowsArena());
}

TEST(SectionUse, ABlockThatLivesOnEscapesFreedLaterOrNot) {
  SectionUse U = Events()
                     .begin(1)
                     .make(1, 1)
                     .make(2, 1)
                     .make(3, 1)
                     .free(3, 1)
                     .end(1)
                     .free(1, 1)
                     .of(1);
  EXPECT_EQ(U.Escaped, 2u);
  EXPECT_EQ(U.EscapesByKey[1], 2u);
  EXPECT_FALSE(U.allowsArena());
}

TEST(SectionUse, ActivationsInEachOtherAreApart) {
  // The inner one's block lives on in the outer one.
  SectionUse U = Events()
                     .begin(1)
                     .make(1, 1)
                     .begin(1)
                     .make(2, 1)
                     .end(1)
                     .free(2, 1)
                     .free(1, 1)
                     .end(1)
                     .of(1);
  EXPECT_EQ(U.Escaped, 1u);
  EXPECT_EQ(U.MostAtOnce, 2u);
  // An inner section of another name does not end it.
  U = Events()
          .begin(1)
          .make(1, 1)
          .begin(2)
          .make(2, 2)
          .free(2, 2)
          .end(2)
          .make(3, 1)
          .free(3, 1)
          .free(1, 1)
          .end(1)
          .of(1);
  EXPECT_EQ(U.Activations, 1u);
  EXPECT_TRUE(U.allowsArena());
}

TEST(SectionUse, OfSectionsThatBeginForEverTheFirstAreKnown) {
  for (bool IsPhase : {false, true}) {
    Events E;
    E.begin(1, 0, IsPhase).make(1, 1).free(1, 1);
    for (uint32_t I = 0; I != 2000; ++I)
      E.begin(2, 0, IsPhase);
    E.make(2, 1).free(2, 1);
    E.begin(3, 0, IsPhase).make(3, 3).free(3, 3);
    EXPECT_EQ(E.of(3).Elsewhere, 1u);
  }
}

TEST(SectionUse, WhatRunsAtTheEndOfTheTraceHasNotEnded) {
  EXPECT_TRUE(Events().begin(1).make(1, 1).of(1).allowsArena());
}

TEST(SectionUse, OtherThreadsMayFreeButNotMakeOrResize) {
  EXPECT_TRUE(
      Events().begin(1).make(1, 1).free(1, 1, 0, 7).end(1).of(1).allowsArena());
  SectionUse U = Events()
                     .begin(1, 0, true)
                     .make(1, 1, 0)
                     .make(1, 1, 7)
                     .free(1, 1, 7, 7)
                     .free(1, 1)
                     .end(1, 0, true)
                     .of(1);
  EXPECT_EQ(U.Elsewhere, 1u);
  EXPECT_EQ(U.Escaped, 0u);
  EXPECT_FALSE(U.allowsArena());
  U = Events().begin(1).make(1, 1).free(1, 1, 0, 7, true).end(1).of(1);
  EXPECT_EQ(U.Escaped, 1u);
}

TEST(SectionUse, AnyThreadEndsAPhaseButOnlyItsOwnScopes) {
  EXPECT_EQ(Events().begin(1, 0, true).make(1, 1).end(1, 7, true).of(1).Escaped,
            1u);
  EXPECT_EQ(Events().begin(1).make(1, 1).end(1, 7).of(1).Escaped, 0u);
}

TEST(SectionUse, AThreadsScopesEndWithIt) {
  EXPECT_EQ(Events().begin(1).make(1, 1).thread(0).of(1).Escaped, 1u);
  EXPECT_EQ(Events().begin(1, 0, true).make(1, 1).thread(0).of(1).Escaped, 0u);
}

} // namespace
