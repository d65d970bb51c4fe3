//===- DrawnLine.h - numbers as a line of bars ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_TEXT_DRAWNLINE_H
#define ANOMALLOC_REPORT_TEXT_DRAWNLINE_H

#include "Report/text/TextStyle.h"
#include "llvm/ADT/ArrayRef.h"

namespace anomalloc {

/// Draws one bar for each number: "▁▂▃▅▇█". A number as large as \p Most has
/// the highest bar; no number may exceed \p Most. If \p Most is 0, the largest
/// number takes its place.
std::string drawnLine(const TextStyle &Style, llvm::ArrayRef<uint64_t> Heights,
                      uint64_t Most = 0);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_TEXT_DRAWNLINE_H
