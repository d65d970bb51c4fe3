//===- Formats.cpp - the formats of other programs ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/formats/Formats.h"
#include "Report/EventTable.h"

using namespace llvm;

namespace anomalloc {

static const ExportFormat Formats[] = {
#define ANOMALLOC_EXPORT(Name, Input, Write, Needs, Opens, Help)               \
  {Name, ExportInput::Input, Write, Needs, Opens, Help},
#include "Report/formats/Formats.def"
};

ArrayRef<ExportFormat> exportFormats() { return Formats; }

} // namespace anomalloc
