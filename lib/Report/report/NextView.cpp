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

void writeJsonNext(json::OStream &J, const Analysis &A) {
  J.attributeArray("next", [&] {
    for (const NextStep &Step : A.Next)
      J.object([&] {
        writeJsonString(J, "command", Step.Command);
        writeJsonString(J, "why", Step.Why);
      });
  });
}

} // namespace anomalloc
