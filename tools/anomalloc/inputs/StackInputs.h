//===- StackInputs.h - verbs that show calling stacks -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_INPUTS_STACKINPUTS_H
#define ANOMALLOC_ANOMALLOC_INPUTS_STACKINPUTS_H

#include "Analysis/stacks/StackTree.h"
#include "inputs/Inputs.h"

namespace anomalloc {

/// Which stacks are asked for, and from which profiles.
class StackInputs {
public:
  /// \p Limit: how many types are shown unless the user says else; 0: all.
  explicit StackInputs(uint64_t Limit) : DefaultLimit(Limit) {}
  void addOptions(OptionSet &O);
  /// Reads, adds up, symbolizes; warns of libraries that changed. \p ForPeople:
  /// names are made printable. The tree has all types, and lives as long as
  /// this object.
  llvm::Expected<StackTree> read(llvm::ArrayRef<llvm::StringRef> Paths,
                                 bool ForPeople);
  /// How many types are to be shown; 0: all.
  uint64_t limit() const { return Limit.value_or(DefaultLimit); }

private:
  llvm::Error checkBlocks() const;

  StackOptions Options;
  unsigned Kind = 0; ///< Index of blockKinds().
  uint64_t DefaultLimit;
  std::optional<uint64_t> Limit;
  InputOptions Inputs;
  std::unique_ptr<Profile> P;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_STACKINPUTS_H
