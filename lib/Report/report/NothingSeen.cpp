//===- NothingSeen.cpp - a report of no allocations -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/NothingSeen.h"
#include "Report/text/Paragraph.h"

using namespace llvm;

namespace anomalloc {

bool sawNothing(const Analysis &A) {
  return !A.Totals.All.Allocations && A.Spaces.empty();
}

static std::string whyNothing(const Analysis &A) {
  const Coverage &C = A.Coverage;
  uint64_t All = 0;
  for (const Count &Seen : A.Source->Counts)
    All = SaturatingAdd(All, Seen.Allocations);
  if (A.Filtered && All)
    return "No allocation passes all filters: without them there are " +
           formatCount(All) + ".";
  if (C.watched() == C.Processes)
    return "Nothing was allocated: malloc was never called.";
  if (!C.Instrumented)
    return "Nothing could be seen: malloc is a part of the program (linked "
           "statically, or a sanitizer's), and cannot be watched from outside. "
           "Build the program with 'anomalloc c++' to see what its own code "
           "allocates, or without a sanitizer and with shared libraries.";
  return "The instrumented code allocated nothing. What libraries allocate "
         "could not be seen, for malloc is a part of the program (linked "
         "statically, or a sanitizer's): build it with shared libraries and "
         "without a sanitizer.";
}

void showNothing(const TextPage &Page) {
  Paragraph(0, 0)
      .add(whyNothing(Page.A), Paint::Strong)
      .print(Page.OS, Page.Style);
}

} // namespace anomalloc
