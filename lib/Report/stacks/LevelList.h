//===- LevelList.h - functions and lines of addresses -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_STACKS_LEVELLIST_H
#define ANOMALLOC_REPORT_STACKS_LEVELLIST_H

#include "Profile/Code.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

namespace anomalloc {

/// Writes for each address a line for each level, then an empty line:
/// \code
///   Mesh::getElem at /src/mesh.cpp:18:12
///   main at /src/main.cpp:5:3
///
/// \endcode
void writeTextLevels(llvm::raw_ostream &OS,
                     llvm::ArrayRef<std::vector<Frame>> Levels);

/// \code
/// {"schema": "anomalloc-levels", "version": 1,
///  "addresses": [{"address": "0x1234", "levels": [{"function": ...}]}]}
/// \endcode
void writeJsonLevels(llvm::raw_ostream &OS, llvm::ArrayRef<uint64_t> Addresses,
                     llvm::ArrayRef<std::vector<Frame>> Levels);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_STACKS_LEVELLIST_H
