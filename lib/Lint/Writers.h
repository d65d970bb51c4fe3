//===- Writers.h - findings for people --------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_WRITERS_H
#define ANOMALLOC_LINT_WRITERS_H

#include "Report/text/TextStyle.h"
#include "Review/Outcome.h"
#include <set>

namespace anomalloc::lint {

struct Request;

/// Writes findings as clang prints diagnostics, and one line that sums up.
/// Messages are broken into lines. Source lines, and the marks below them, are
/// not.
void writeText(llvm::raw_ostream &OS, const Outcome &O, const TextStyle &Style);

/// Writes each document that \p R asks for, and the text if no document goes to
/// standard output. A file is written whole, or not at all.
llvm::Error writeDocuments(const Request &R, const Outcome &O);

// Parts of the text.

constexpr size_t Hanging = 6; ///< Indent of continued lines, as clang has it.

/// "37.4 % of all allocations, 3 loops deep; 5,000 of them for this line"; ""
/// if nothing was measured.
std::string measuredText(const Finding &F);
/// The report's entries about the same blocks, one line for each: "report:
/// short-lived: ...; saves 4 ms and 12,000 allocations; return a reference".
/// Ranks are left out, because they depend on times that are measured anew. An
/// entry that is in \p Told is only named. Other entries are added to \p Told.
std::vector<std::string> entryTexts(llvm::ArrayRef<ReportEntry> Entries,
                                    std::set<const MeasuredChange *> &Told);
/// "Mesh::make (mesh.cpp:7), main (main.cpp:3)".
std::string levelsText(llvm::ArrayRef<SourceLevel> Levels);
/// Writes the findings of Outcome::Causes, and the hot code without a finding
/// (Outcome::Rest).
void writeRestText(llvm::raw_ostream &OS, const Outcome &O,
                   const TextStyle &Style,
                   std::set<const MeasuredChange *> &Told);
/// Writes a finding without its source lines: "src/a.cpp:5:7", and its \p Kind.
void writeOneLine(llvm::raw_ostream &OS, const TextStyle &Style,
                  const Finding &F, size_t Indent, llvm::StringRef Kind);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_WRITERS_H
