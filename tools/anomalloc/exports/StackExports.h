//===- StackExports.h - reading for formats of stacks -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_EXPORTS_STACKEXPORTS_H
#define ANOMALLOC_ANOMALLOC_EXPORTS_STACKEXPORTS_H

#include "Report/formats/Formats.h"
#include "inputs/Inputs.h"

namespace anomalloc {

/// Reads profiles for an export in a format that shows stacks. Options choose
/// the blocks that it shows.
class StackExports {
public:
  /// Adds the filters and --measure.
  void addOptions(OptionSet &O);
  /// Whether a filter or --measure was given.
  bool areChosen() const { return Measure || !Chosen.empty(); }
  /// Whether --label was given.
  bool areLabeled() const { return !Labels.empty(); }
  /// Reads, adds up and symbolizes \p Paths. \p ShowsAccesses: so does the
  /// format. These are known by site, and leave no room for other stacks.
  llvm::Error read(llvm::ArrayRef<llvm::StringRef> Paths, InputOptions Inputs,
                   bool ShowsAccesses);
  /// The stacks that were read. The result refers to this object.
  StackExport get() const { return {*P, Stacks, *Shown, Labels}; }

private:
  llvm::Error chooseMeasure();

  Filter Chosen;
  std::vector<std::pair<std::string, std::string>> Labels;
  std::optional<size_t> Measure;
  const StackMeasure *Shown = nullptr;
  std::unique_ptr<Profile> P;
  MeasuredStacks Stacks;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_EXPORTS_STACKEXPORTS_H
