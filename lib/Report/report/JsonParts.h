//===- JsonParts.h - pieces of the JSON documents ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Descriptions (Document/Keys.h) that several documents share.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_REPORT_JSONPARTS_H
#define ANOMALLOC_REPORT_REPORT_JSONPARTS_H

#include "Analysis/Analysis.h"
#include "Document/Keys.h"
#include "Report/text/Names.h"

namespace anomalloc {

template <>
inline constexpr SiteFamily LastOf<SiteFamily> = SiteFamily::Leading;

/// "key": "text", in a document of others. Bytes that are not UTF-8 are
/// replaced.
inline void writeJsonString(llvm::json::OStream &J, llvm::StringRef Key,
                            llvm::StringRef Text) {
  J.attributeBegin(Key);
  JsonOf<llvm::StringRef>::write(J, Text);
  J.attributeEnd();
}

/// {"allocations": 12, "bytes": 144}
void describe(Keys<Amount> &K);
/// A level of a chain: function, linkage name, file, line, column.
void describe(Keys<Frame> &K);

/// {"blocks": 12, "bytes": 144}
struct BlockAmount {
  Amount Its;
};
void describe(Keys<BlockAmount> &K);

/// Allocations of one size.
struct SizeShare {
  uint64_t Size = 0, Allocations = 0;
};
void describe(Keys<SizeShare> &K);

/// What was allocated in a section.
struct SectionSum {
  llvm::StringRef Section; ///< "": outside of all sections.
  Amount Sum;
};
void describe(Keys<SectionSum> &K);

/// The function that a site or a maker call calls, by its linkage name.
struct CalledFunction {
  llvm::StringRef LinkageName;
};
void describe(Keys<CalledFunction> &K);

/// A pointer that leads to a callee.
struct ThroughPointer {
  llvm::StringRef Name;
  bool IsVirtual = false;
};
void describe(Keys<ThroughPointer> &K);
/// Nothing if \p Name is not known.
inline IfThere<ThroughPointer> throughPointer(llvm::StringRef Name,
                                              bool IsVirtual) {
  return ifThere(!Name.empty(), ThroughPointer{Name, IsVirtual});
}

/// What a process ran, and where, as far as it was recorded.
struct ProgramFacts {
  const Process &Its;
};
void describe(Keys<ProgramFacts> &K);

/// Who asked for a block: "site" and "place", or "dark", or all three.
struct Origin {
  const Profile &Model;
  std::optional<SiteIndex> Site;
  std::optional<DarkIndex> Dark;
};
void describe(Keys<Origin> &K);

/// What the compiler proved of blocks.
struct ShownVerdict {
  const Profile &Model;
  const BlockVerdict &Its;
  std::optional<LoopIndex> KeptAround = std::nullopt;
};
void describe(Keys<ShownVerdict> &K);

/// A site and a maker call as the compiler knew them.
struct StaticSite {
  const Profile &Model;
  const Site &Its;
};
void describe(Keys<StaticSite> &K);
struct StaticMakerCall {
  const Profile &Model;
  const MakerCall &Its; ///< Has a ChangeFrame.
};
void describe(Keys<StaticMakerCall> &K);

/// Adds "maker_calls", the blocks that were made in each maker call, and
/// "maker_calls_unknown", the blocks whose maker call is not known.
void describeMakerCalls(Keys<Analysis> &K);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_JSONPARTS_H
