//===- Formats.h - the formats of other programs ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_FORMATS_FORMATS_H
#define ANOMALLOC_REPORT_FORMATS_FORMATS_H

#include "Analysis/Analysis.h"
#include "Analysis/stacks/MeasuredStacks.h"
#include "Profile/TracedProfile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace anomalloc {

/// The data that a format is made from.
enum class ExportInput {
  Lines,     ///< Weights of source lines, of all profiles together.
  Tables,    ///< Profiles one by one, into a folder.
  Trace,     ///< One profile and its trace.
  Stacks,    ///< All stacks of all profiles together.
  Report,    ///< All that 'report --json' tells.
  FirstPage, ///< The first rows of the report; names are printable.
};

/// The data for a format of ExportInput::Stacks.
struct StackExport {
  const Profile &P; ///< Its texts are printable.
  const MeasuredStacks &Stacks;
  /// A format with one measure has this measure alone. A format with all
  /// measures shows this measure first. One of Stacks.measures().
  const StackMeasure &Measure;
  /// Keys and values that the user gives all samples of a format that has room
  /// for such.
  llvm::ArrayRef<std::pair<std::string, std::string>> Labels = {};
};

using StackWriter = llvm::Error (*)(llvm::raw_ostream &OS,
                                    const StackExport &Export);
using TraceWriter =
    llvm::Error (*)(llvm::raw_ostream &OS, TracedProfile &Traced,
                    llvm::function_ref<void(const std::string &)> Warn);

using ReportWriter = llvm::Error (*)(llvm::raw_ostream &OS, const Analysis &A);

/// The writer of one format. At most one of the pointers is set. None is set if
/// the command line's code writes the format.
struct ExportWriter {
  StackWriter OfStacks = nullptr;
  TraceWriter OfTrace = nullptr;
  ReportWriter OfReport = nullptr;

  ExportWriter(std::nullptr_t) {}
  ExportWriter(StackWriter Write) : OfStacks(Write) {}
  ExportWriter(TraceWriter Write) : OfTrace(Write) {}
  ExportWriter(ReportWriter Write) : OfReport(Write) {}
};

struct ExportFormat {
  llvm::StringRef Name;
  ExportInput Input;
  ExportWriter Write;
  llvm::StringRef Needs, Opens, Help;
};

/// The formats, as the table Formats.def lists them.
llvm::ArrayRef<ExportFormat> exportFormats();

/// The command that ran, for a title: "solver --level 5 and 3 more runs".
std::string exportTitle(const Profile &P);

/// "estimated from one block in 512.0 KiB". \p P is a sample.
std::string estimatedFrom(const Profile &P);

// The writers, each in a file of its own. Folded.cpp shows the shortest.
llvm::Error writeFolded(llvm::raw_ostream &OS, const StackExport &Export);
llvm::Error writePprof(llvm::raw_ostream &OS, const StackExport &Export);
llvm::Error writeSpeedscope(llvm::raw_ostream &OS, const StackExport &Export);
llvm::Error writeFirefox(llvm::raw_ostream &OS, const StackExport &Export);
llvm::Error writeCallgrind(llvm::raw_ostream &OS, const StackExport &Export);
llvm::Error writeDhat(llvm::raw_ostream &OS, const StackExport &Export);
llvm::Error writeHeaptrack(llvm::raw_ostream &OS, const StackExport &Export);
llvm::Error writeMassif(llvm::raw_ostream &OS, const StackExport &Export);
llvm::Error writePerfetto(llvm::raw_ostream &OS, TracedProfile &Traced,
                          llvm::function_ref<void(const std::string &)> Warn);
llvm::Error writeReportJson(llvm::raw_ostream &OS, const Analysis &A);
llvm::Error writeReportMarkdown(llvm::raw_ostream &OS, const Analysis &A);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_FORMATS_FORMATS_H
