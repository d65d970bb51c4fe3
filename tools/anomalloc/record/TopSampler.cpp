//===- TopSampler.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/TopSampler.h"
#include "Profile/LiveSnapshot.h"
#include "Profile/Symbolizer.h"

using namespace llvm;

namespace anomalloc {

Error TopSampler::look(bool WithStacks) {
  // The first look was made to find the program.
  if (Names)
    if (Error E = Program->look())
      return E;
  bool First = !Names || Program->isAnother();
  if (First) {
    Names = std::make_unique<LiveNames>(model());
    NamedOrigins = 0;
    After = LiveSums();
    Stacks = LiveStacks();
  }
  nameNewCode();
  auto Now = std::chrono::steady_clock::now();
  Seconds = First ? double(Program->runTime()) * 1e-9
                  : std::chrono::duration<double>(Now - LookedAt).count();
  LookedAt = Now;
  OfWholeRun = First;
  Before = std::move(After);
  After = sumLiveCounts(model());
  HasStacks = WithStacks;
  if (WithStacks)
    if (Error E = lookAtStacks())
      return E;
  if (!First)
    History.add(rates());
  return Error::success();
}

Error TopSampler::lookAtStacks() {
  Expected<std::unique_ptr<Profile>> Its =
      readSnapshot(Program->profile().file(), Program->profile().process().File,
                   !Program->isOver());
  if (!Its)
    return Its.takeError();
  Stacks.look(std::move(*Its));
  return Error::success();
}

void TopSampler::nameNewCode() {
  Profile &P = Program->profile().model();
  if (NamedOrigins == P.Dark.size())
    return;
  NamedOrigins = P.Dark.size();
  symbolize(P);
}

LiveRates TopSampler::rates() const {
  LiveRates R = compareLive(Before, After, Seconds);
  R.OfWholeRun = OfWholeRun;
  if (HasStacks)
    addStacks(R, Stacks);
  return R;
}

LiveRates TopSampler::ratesOfRun() const {
  LiveRates R =
      compareLive(LiveSums(), After, double(Program->runTime()) * 1e-9);
  R.OfWholeRun = true;
  if (HasStacks)
    addStacks(R, Stacks);
  return R;
}

} // namespace anomalloc
