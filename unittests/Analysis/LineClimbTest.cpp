//===- LineClimbTest.cpp ------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/LineClimb.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

constexpr const char *VectorPushBack = "_ZNSt6vectorIiSaIiEE9push_backERKi";
constexpr const char *ElementOf = "_ZNK4MeshixEi";
constexpr const char *MakesAnElement = "_ZN7ElementC2Ev";

const Frame Vector{VectorPushBack, "/usr/include/c++/12/vector", 99};
const Frame Constructor{MakesAnElement, "/src/element.cpp", 14};
const Frame Operator{ElementOf, "/src/mesh.cpp", 18};

/// A function of the program that is no maker.
Frame user(uint32_t Line) { return {"_Z4workv", "/src/work.cpp", Line}; }

/// "7 8 < _ZN..., _ZN... < callee": lines, makers, and what the line calls.
std::string shown(const ChangeLine &L) {
  std::string Text;
  for (const Frame &F : L.Levels)
    Text += std::to_string(F.Line) + " ";
  for (const Frame &F : L.Makers)
    Text += "< " + std::to_string(F.Line) + " ";
  return Text + "< " + L.Callee.str();
}

struct Climbed {
  explicit Climbed(const std::vector<Frame> &Frames) {
    Makers Who(P);
    LineClimb Climb(Who, "_Znwm");
    for (const Frame &F : Frames)
      Climb.add(F);
    Found = Climb.found();
    IsDone = Climb.isDone();
    Line = Climb.take();
  }

  Profile P;
  bool Found, IsDone;
  ChangeLine Line;
};

TEST(LineClimb, WithoutLevelsNothingIsFound) {
  const Climbed None({});
  EXPECT_FALSE(None.Found);
  EXPECT_FALSE(None.IsDone);
  EXPECT_EQ(shown(None.Line), "< _Znwm");
}

TEST(LineClimb, TheFirstLevelThatIsNoMakerIsTheLine) {
  EXPECT_EQ(shown(Climbed({user(7)}).Line), "7 < _Znwm");
  EXPECT_EQ(shown(Climbed({Vector, user(7)}).Line),
            std::string("7 < ") + VectorPushBack);
}

TEST(LineClimb, MakersAreThoseOfTheProgramTheOutermostFirst) {
  const Climbed Two({Vector, Constructor, Operator, user(7)});
  EXPECT_EQ(shown(Two.Line), std::string("7 < 18 < 14 < ") + ElementOf);
  EXPECT_EQ(Two.Line.MakerNames,
            (std::vector<llvm::StringRef>{ElementOf, MakesAnElement,
                                          VectorPushBack}));
}

TEST(LineClimb, MakersAloneAreNoLine) {
  const Climbed Alone({Vector, Constructor});
  EXPECT_FALSE(Alone.Found);
  EXPECT_TRUE(Alone.Line.Levels.empty());
  EXPECT_EQ(Alone.Line.Callee, MakesAnElement);
}

TEST(LineClimb, CallersOfTheLineAreKeptUpToFourLevels) {
  const Climbed Some({user(1), Operator, Vector, user(3)});
  EXPECT_EQ(shown(Some.Line), "1 18 3 < _Znwm");
  EXPECT_FALSE(Some.IsDone);
  const Climbed Many({user(1), user(2), user(3), user(4), user(5)});
  EXPECT_EQ(shown(Many.Line), "1 2 3 4 < _Znwm");
  EXPECT_TRUE(Many.IsDone);
}

TEST(LineClimb, CallersWithoutAFileAreLeftOut) {
  EXPECT_EQ(shown(Climbed({user(1), {"_start", "", 0}}).Line), "1 < _Znwm");
}

TEST(LineClimb, AMakerWithoutANameIsNoCallee) {
  EXPECT_EQ(shown(Climbed({Vector, {"", "", 0}, user(7)}).Line),
            std::string("7 < ") + VectorPushBack);
}

TEST(LineClimb, TheObjectTellsMoreThanAFile) {
  Profile P;
  Makers Who(P);
  LineClimb Climb(Who, "malloc");
  // Distributions name sources by relative paths.
  Climb.add({"png_read", "pngread.c", 40}, "/usr/lib/libpng.so");
  EXPECT_FALSE(Climb.found());
  Climb.add(user(7), "/home/me/program");
  EXPECT_EQ(shown(Climb.take()), "7 < png_read");
}

} // namespace
