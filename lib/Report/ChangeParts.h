//===- ChangeParts.h - what views of changes share --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_CHANGEPARTS_H
#define ANOMALLOC_REPORT_CHANGEPARTS_H

#include "Report/TextReport.h"

namespace anomalloc {

/// Why a site has no entry, as a clause.
llvm::StringRef reasonOf(NoEntry Why);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_CHANGEPARTS_H
