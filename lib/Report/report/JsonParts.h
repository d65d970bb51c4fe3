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

/// Writes "sites" and "maker_calls" as the compiler knew them, for programs
/// that have not run.
void writeJsonStaticSites(llvm::json::OStream &J, const Profile &P);

/// "key": {"allocations": 12, "bytes": 144}
void writeJsonAmount(llvm::json::OStream &J, llvm::StringRef Key,
                     const Amount &A);

/// "key": "text". Bytes that are not UTF-8 are replaced.
void writeJsonString(llvm::json::OStream &J, llvm::StringRef Key,
                     llvm::StringRef Text);
/// Writes a level of a chain: function, linkage name, file, line, column.
void writeJsonFrame(llvm::json::OStream &J, const Frame &F);
/// Writes who asked for a block: "site" and "place", or "dark", or all three.
void writeJsonOrigin(llvm::json::OStream &J, const Profile &Model,
                     std::optional<SiteIndex> Site,
                     std::optional<DarkIndex> Dark);
/// "through_pointer": {"name": "text", "virtual": true}, if \p Name is known.
void writeJsonPointer(llvm::json::OStream &J, llvm::StringRef Name,
                      bool IsVirtual);

/// For the whole profile: "maker_calls" with the blocks that were made in each
/// maker call, most blocks first, and "maker_calls_unknown" with the blocks
/// whose maker call is not known.
void writeJsonMakerCalls(llvm::json::OStream &J, const Profile &P);
/// Writes "maker_calls" as the compiler knew them.
void writeJsonStaticMakerCalls(llvm::json::OStream &J, const Profile &P);

/// \p Id as 16 lower-case hexadecimal digits.
std::string hexId(uint64_t Id);

inline llvm::json::Value numberOrNull(bool Known, uint64_t Number) {
  return Known ? llvm::json::Value(Number) : llvm::json::Value(nullptr);
}

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_JSONPARTS_H
