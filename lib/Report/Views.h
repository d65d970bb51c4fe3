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
#include "Document/Keys.h"
#include "Report/report/TextReport.h"

namespace anomalloc {

/// Facts about a view, as bits. Most of them name data that the view needs
/// beside the counts of a profile.
enum ViewNeed : unsigned {
  /// A profile of a mode with lifetimes. Without one, a whole text report
  /// leaves the view out. A view that was asked for by name says what is
  /// missing.
  Lifetimes = 1,
  /// The usable size for each requested size (Profile::UsableSizes).
  BlockSizes = 2,
  /// The cost of a malloc and its free (Profile::PairCosts and the like).
  Costs = 4,
  /// The lines of code that freed blocks (DarkOrigin::UserFrame).
  FreeLines = 8,
  /// At least one allocation. Without one, the text has a sentence in place of
  /// the view.
  Allocations = 16,
  /// The view stands on the page that is shown unless more is asked for.
  FirstPage = 32,
  /// The lines of calling stacks, if the profile has stacks
  /// (CodePlace::Levels).
  LinesOfStacks = 64,
  /// A profile of the mode access. Without one, it is as with Lifetimes. With
  /// one, the first page has the view.
  Accesses = 128,
  /// Several processes with a rank. Without them, a whole text report leaves the
  /// view out. The first page has it if the ranks are uneven.
  Ranks = 256,
};

/// How a profile must be recorded for \p Needs: "record --mode=lifetime"; ""
/// for any way.
llvm::StringRef recordedBy(unsigned Needs);

/// One row of Views.def.
struct View {
  llvm::StringRef Name;
  void (*Show)(const TextPage &);
  /// Adds the keys that the report as JSON has of it.
  void (*Describe)(Keys<Analysis> &);
  unsigned Needs; ///< Bits of ViewNeed.
  llvm::StringRef Help;
};
llvm::ArrayRef<View> views();

/// The views with these names, in the order of the table; all, if \p Names is
/// empty.
std::vector<const View *> chooseViews(const std::set<std::string> &Names);

/// The bits of ViewNeed that the views in \p Chosen have together. With
/// \p Json, a chosen view adds the bits of all views that share its
/// description.
unsigned needsOf(llvm::ArrayRef<const View *> Chosen, bool Json);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_VIEWS_H
