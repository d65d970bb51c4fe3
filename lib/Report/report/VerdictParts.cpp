//===- VerdictParts.cpp - what is proved of a site, as text ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/VerdictParts.h"
#include "Format/VerdictText.h"
#include "Report/text/Names.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {

/// "mesh.cpp:40".
static std::string briefPlace(StringRef File, uint32_t Line) {
  return shortLocation(sys::path::filename(File), Line, /*Column=*/0,
                       /*Width=*/SIZE_MAX);
}

/// "its address is given to norm @ mesh.cpp:41".
static std::string obstacleOf(const BlockVerdict &V) {
  std::string Text = obstacleText(V.Obstacle, plainFunctionName(V.Name));
  if (V.Line)
    Text += " @ " + briefPlace(V.File, V.Line);
  return Text;
}

/// \p Loop is the place of the loop that the blocks can be kept around, or "".
static std::string textOf(const BlockVerdict &V, StringRef Loop) {
  std::string Text = lifeText(V.Life).str();
  if (std::string Chance = chanceText(V, Loop); !Chance.empty())
    Text += "; " + Chance;
  else if (V.Obstacle != VerdictObstacle::None)
    Text += (Text.empty() ? "" : ", but ") + obstacleOf(V);
  if (V.Readers && V.Life != BlockLife::Open)
    Text += "; " +
            readersText(plainFunctionName(V.Readers->First), V.Readers->Number);
  return Text;
}

std::string verdictText(const Site &S, const Profile &P) {
  if (!S.Proved)
    return "";
  std::string Place;
  if (S.KeptAround)
    if (const Loop &L = P.loop(*S.KeptAround); L.Line)
      Place = briefPlace(L.File, L.Line);
  return textOf(*S.Proved, Place);
}

std::string verdictText(const MakerCall &C) {
  return C.Proved ? textOf(*C.Proved, "") : "";
}

} // namespace anomalloc
