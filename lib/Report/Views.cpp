//===- Views.cpp - the parts of a report ----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Views.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

#define ANOMALLOC_VIEW(Name, Show, Describe, Needs, Help)                      \
  void Show(const TextPage &);                                                 \
  void Describe(Keys<Analysis> &);
#include "Report/Views.def"

ArrayRef<View> views() {
  static const View Views[] = {
#define ANOMALLOC_VIEW(Name, Show, Describe, Needs, Help)                      \
  {#Name, Show, Describe, Needs, Help},
#include "Report/Views.def"
  };
  return Views;
}

std::vector<const View *> chooseViews(const std::set<std::string> &Names) {
  std::vector<const View *> Chosen;
  for (const View &V : views())
    if (Names.empty() || Names.count(V.Name.str()))
      Chosen.push_back(&V);
  return Chosen;
}

unsigned needsOf(ArrayRef<const View *> Chosen, bool Json) {
  unsigned Needs = 0;
  for (const View &V : views())
    if (any_of(Chosen, [&](const View *C) {
          return C == &V || (Json && C->Describe == V.Describe);
        }))
      Needs |= V.Needs;
  return Needs;
}

StringRef recordedBy(unsigned Needs) {
  if (Needs & Accesses)
    return "record --mode=access";
  return Needs & Lifetimes ? "record --mode=lifetime" : "";
}

} // namespace anomalloc
