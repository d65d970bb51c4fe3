//===- Level.cpp - certainty, weight, level -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/Level.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace anomalloc {

static constexpr Certainty Certainties[] = {Certainty::Proved, Certainty::Shown,
                                            Certainty::Suspected};
static constexpr StringRef LevelPrefix = "anomalloc-level: ";

namespace {
struct Row {
  Weight Heavy;
  StringRef Name;
  Level Levels[std::size(Certainties)]; ///< In the order of Certainty.
};
} // namespace

static constexpr Row Rows[] = {
#define ANOMALLOC_WEIGHT(Heavy, Name, Proved, Shown, Suspected)                \
  {Weight::Heavy, Name, {Level::Proved, Level::Shown, Level::Suspected}},
#include "Weights/Levels.def"
};

static const Row &rowOf(Weight Heavy) {
  for (const Row &R : Rows)
    if (R.Heavy == Heavy)
      return R;
  llvm_unreachable("Levels.def names all weights");
}

Level levelOf(Certainty Sure, Weight Heavy) {
  return rowOf(Heavy).Levels[unsigned(Sure)];
}

StringRef nameOf(Certainty Sure) {
  switch (Sure) {
  case Certainty::Proved:
    return "proved";
  case Certainty::Shown:
    return "shown";
  case Certainty::Suspected:
    return "suspected";
  }
  llvm_unreachable("all certainties have a name");
}

StringRef nameOf(Weight Heavy) { return rowOf(Heavy).Name; }

std::string levelNote(Certainty Sure, Weight Heavy) {
  return (LevelPrefix + nameOf(Sure) + ", " + nameOf(Heavy)).str();
}

std::optional<std::pair<Certainty, Weight>> parseLevelNote(StringRef Text) {
  if (!Text.consume_front(LevelPrefix))
    return std::nullopt;
  auto [SureName, WeightName] = Text.split(", ");
  for (Certainty Sure : Certainties)
    for (const Row &R : Rows)
      if (nameOf(Sure) == SureName && R.Name == WeightName)
        return std::pair(Sure, R.Heavy);
  return std::nullopt;
}

} // namespace anomalloc
