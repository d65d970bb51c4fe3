//===- RegionTools.h - regions named for other tools ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TOOLS_RECORD_REGIONTOOLS_H
#define ANOMALLOC_TOOLS_RECORD_REGIONTOOLS_H

#include <string>

namespace anomalloc {

/// Names \p Library as the tool that hears of regions, for all programs that
/// this process starts from now on: sets the variables of RegionVariables.def. A
/// variable that is set already keeps its value; unless \p Quiet, a note says
/// so.
void nameTool(const std::string &Library, bool Quiet);

} // namespace anomalloc

#endif // ANOMALLOC_TOOLS_RECORD_REGIONTOOLS_H
