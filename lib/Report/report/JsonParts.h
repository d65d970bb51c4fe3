//===- JsonParts.h - pieces of the JSON documents ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_REPORT_JSONPARTS_H
#define ANOMALLOC_REPORT_REPORT_JSONPARTS_H

#include "Analysis/Analysis.h"
#include "llvm/Support/JSON.h"

namespace anomalloc {

/// "sites": what the compiler knew, for programs that have not run.
void writeJsonStaticSites(llvm::json::OStream &J, const Profile &P);

/// "key": {"allocations": 12, "bytes": 144}
void writeJsonAmount(llvm::json::OStream &J, llvm::StringRef Key,
                     const Amount &A);

/// "key": "text", with what is not UTF-8 in it replaced.
void writeJsonString(llvm::json::OStream &J, llvm::StringRef Key,
                     llvm::StringRef Text);
/// A level of a chain: function, file, line, column.
void writeJsonFrame(llvm::json::OStream &J, const Frame &F);
/// Who asked: "site" and "place", or "dark", or both.
void writeJsonOrigin(llvm::json::OStream &J, const Profile &Model,
                     std::optional<SiteIndex> Site,
                     std::optional<DarkIndex> Dark);
/// "through_pointer": {"name": "text", "virtual": true}, if \p Name is known.
void writeJsonPointer(llvm::json::OStream &J, llvm::StringRef Name,
                      bool IsVirtual);

/// "maker_calls" and "maker_calls_unknown": for whom makers made blocks, in
/// the whole profile, most blocks first.
void writeJsonMakerCalls(llvm::json::OStream &J, const Profile &P);
/// "maker_calls": what the compiler knew.
void writeJsonStaticMakerCalls(llvm::json::OStream &J, const Profile &P);

/// 16 lower-case digits.
std::string hexId(uint64_t Id);

inline llvm::json::Value numberOrNull(bool Known, uint64_t Number) {
  return Known ? llvm::json::Value(Number) : llvm::json::Value(nullptr);
}

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_JSONPARTS_H
