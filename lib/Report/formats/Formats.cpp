//===- Formats.cpp - the formats of other programs ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/formats/Formats.h"
#include "Profile/SamplingWords.h"
#include "Report/csv/EventTable.h"
#include "Support/Numbers.h"

using namespace llvm;

namespace anomalloc {

static const ExportFormat Formats[] = {
#define ANOMALLOC_EXPORT(Name, Input, Write, Needs, Opens, Help)               \
  {Name, ExportInput::Input, Write, Needs, Opens, Help},
#include "Report/formats/Formats.def"
};

ArrayRef<ExportFormat> exportFormats() { return Formats; }

std::string estimatedFrom(const Profile &P) {
  return "estimated from " + rateInWords(P);
}

std::string exportTitle(const Profile &P) {
  if (P.Processes.empty())
    return "anomalloc";
  const Process &First = P.Processes.front();
  std::string Title = First.info("command")
                          .value_or(First.info("program").value_or(First.File))
                          .str();
  if (size_t More = P.Processes.size() - 1)
    Title += " and " + formatNumberOf(More, "more run");
  if (P.isEstimated())
    Title += " (" + estimatedFrom(P) + ")";
  return Title;
}

} // namespace anomalloc
