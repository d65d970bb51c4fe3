//===- TopSampler.h - rates of a program, look after look -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_TOPSAMPLER_H
#define ANOMALLOC_ANOMALLOC_RECORD_TOPSAMPLER_H

#include "record/FollowedProgram.h"
#include <chrono>

namespace anomalloc {

class TopSampler {
public:
  explicit TopSampler(std::unique_ptr<FollowedProgram> P)
      : Program(std::move(P)) {}

  /// Reads the counts of the program since the last look. The first look at a
  /// profile covers the whole run so far. \p WithStacks: the whole profile is
  /// read, which takes longer.
  llvm::Error look(bool WithStacks = false);
  /// Whether the last look was with stacks.
  bool hasStacks() const { return HasStacks; }
  LiveRates rates() const;
  /// The rates of the whole run so far.
  LiveRates ratesOfRun() const;

  const Profile &model() const { return Program->profile().model(); }
  LiveNames &names() { return *Names; }
  const RateHistory &history() const { return History; }
  FollowedProgram &program() { return *Program; }

private:
  void nameNewCode();
  llvm::Error lookAtStacks();

  std::unique_ptr<FollowedProgram> Program;
  std::unique_ptr<LiveNames> Names;
  size_t NamedOrigins = 0;
  LiveSums Before, After;
  std::chrono::steady_clock::time_point LookedAt;
  double Seconds = 0;
  bool OfWholeRun = true;
  RateHistory History;
  LiveStacks Stacks;
  bool HasStacks = false;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_TOPSAMPLER_H
