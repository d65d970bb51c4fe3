//===- Views.h - the parts of a report --------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The table of views, Views.def, as data. All functions may be called from any
/// thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_VIEWS_H
#define ANOMALLOC_REPORT_VIEWS_H

#include "Analysis/Analysis.h"
#include "Report/report/TextReport.h"
#include "llvm/Support/JSON.h"

namespace anomalloc {

/// What a view rests on beside the counts of a profile. Bits.
enum ViewNeed : unsigned {
  /// A profile of a mode with lifetimes. A whole text report leaves the view
  /// out without one; asked for by name, it says so.
  Lifetimes = 1,
  /// What the allocator hands out for each size (Profile::UsableSizes).
  BlockSizes = 2,
  /// What a malloc and its free cost (Profile::PairCosts and the like).
  Costs = 4,
  /// The lines of code that freed blocks (DarkOrigin::UserFrame).
  FreeLines = 8,
  /// Something that was allocated: else text has a sentence in its place.
  Allocations = 16,
  /// The view stands on the page that is shown unless more is asked for.
  FirstPage = 32,
  /// The lines of calling stacks, if the profile has stacks
  /// (CodePlace::Levels).
  LinesOfStacks = 64,
};

/// One row of Views.def.
struct View {
  llvm::StringRef Name;
  void (*Show)(const TextPage &);
  /// Writes keys of docs/report.schema.json.
  void (*WriteJson)(llvm::json::OStream &, const Analysis &);
  unsigned Needs; ///< Bits of ViewNeed.
  llvm::StringRef Help;
};
llvm::ArrayRef<View> views();

/// The views with these names, in the order of the table; all, if \p Names is
/// empty.
std::vector<const View *> chooseViews(const std::set<std::string> &Names);

/// What \p Chosen need, as text or as JSON: there, views that share a writer
/// come together.
unsigned needsOf(llvm::ArrayRef<const View *> Chosen, bool Json);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_VIEWS_H
