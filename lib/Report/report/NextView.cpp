//===- NextView.cpp - what would tell more about this program -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
///   To know more
///     anomalloc record --mode=lifetime multiscale --level 5
///       which of these blocks are temporary, kept, or leaked
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/report/JsonParts.h"
#include "Report/report/TextReport.h"
#include "Report/text/Paragraph.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {

void showNext(const TextPage &Page) {
  Page.heading("To know more");
  for (const NextStep &Step : Page.A.Next) {
    Paragraph(2, 4)
        .keepWords()
        .add(Step.Command, Paint::Strong)
        .print(Page.OS, Page.Style);
    Paragraph(4, 4).add(Step.Why, Paint::Dim).print(Page.OS, Page.Style);
  }
}

static void describe(Keys<NextStep> &K) {
  K.add("command", &NextStep::Command);
  K.add("why", &NextStep::Why);
}

void describeNext(Keys<Analysis> &K) {
  K.add("next", "commands that would tell more about this program",
        &Analysis::Next);
}

} // namespace anomalloc
