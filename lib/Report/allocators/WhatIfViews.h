//===- WhatIfViews.h - other allocators' blocks, as text and JSON -*- C++
//-*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_ALLOCATORS_WHATIFVIEWS_H
#define ANOMALLOC_REPORT_ALLOCATORS_WHATIFVIEWS_H

#include "Analysis/allocators/WhatIf.h"
#include "Report/text/TextStyle.h"

namespace anomalloc {

void writeTextWhatIf(llvm::raw_ostream &OS, const WhatIf &W,
                     const TextStyle &Style);
void writeJsonWhatIf(llvm::raw_ostream &OS, const WhatIf &W);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_ALLOCATORS_WHATIFVIEWS_H
