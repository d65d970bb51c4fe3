//===- JsonParts.h - pieces of the JSON documents ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_JSONPARTS_H
#define ANOMALLOC_REPORT_JSONPARTS_H

#include "Analysis/Analysis.h"
#include "llvm/Support/JSON.h"

namespace anomalloc {

/// "sites": rows of the ranking, with counts.
void writeJsonSites(llvm::json::OStream &J, const Analysis &A);
/// "loops": those that hold the sites, and those around them.
void writeJsonLoops(llvm::json::OStream &J, const Analysis &A);
/// "sites": what the compiler knew, for programs that have not run.
void writeJsonStaticSites(llvm::json::OStream &J, const Profile &P);
/// "usable": requested against taken.
void writeJsonFindings(llvm::json::OStream &J, const Analysis &A);
void writeJsonLifetimes(llvm::json::OStream &J, const Analysis &A);
void writeJsonUsable(llvm::json::OStream &J, const UsableSummary &S);

/// "key": "text", with what is not UTF-8 in it replaced.
void writeJsonString(llvm::json::OStream &J, llvm::StringRef Key,
                     llvm::StringRef Text);
/// 16 lower-case digits.
std::string hexId(uint64_t Id);

inline llvm::json::Value numberOrNull(bool Known, uint64_t Number) {
  return Known ? llvm::json::Value(Number) : llvm::json::Value(nullptr);
}

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_JSONPARTS_H
