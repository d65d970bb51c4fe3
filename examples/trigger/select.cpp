//===- select.cpp - Which events are kept ---------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "select.h"

#include <algorithm>
#include <cmath>

namespace trigger {
namespace {

struct Rule {
  const char *Name;
  bool (*Passes)(const Tracks &);
};

bool hasHighCharge(const Tracks &All) {
  return std::any_of(All.begin(), All.end(),
                     [](const auto &T) { return T->meanCharge() > 1200; });
}

/// Two tracks that start at one point.
bool hasCommonStart(const Tracks &All) {
  std::vector<double> Starts;
  for (const auto &T : All)
    Starts.push_back(T->Way.Start);
  std::sort(Starts.begin(), Starts.end());
  for (std::size_t I = 1; I < Starts.size(); ++I)
    if (Starts[I] - Starts[I - 1] < 0.1)
      return true;
  return false;
}

bool isCrowded(const Tracks &All) { return All.size() > 60; }

const Rule Menu[] = {
    {"single-track-high-charge", hasHighCharge},
    {"two-tracks-common-start", hasCommonStart},
    {"more-than-sixty-tracks", isCrowded},
};

} // namespace

std::vector<std::string> select(const Tracks &All) {
  std::vector<std::string> Passed;
  for (const Rule &R : Menu)
    if (R.Passes(All))
      Passed.push_back(R.Name);
  return Passed;
}

} // namespace trigger
