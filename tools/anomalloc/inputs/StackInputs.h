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

/// Reads the stacks that the command line asks for.
class StackInputs {
public:
  /// \p Limit is the default number of stack trace types to show; 0: all.
  explicit StackInputs(uint64_t Limit) : DefaultLimit(Limit) {}
  void addOptions(OptionSet &O);
  /// Reads, adds up and symbolizes the profiles \p Paths. Warns of libraries
  /// that have changed. With \p ForPeople, names are made printable. The tree
  /// has all types, and is valid as long as this object lives.
  llvm::Expected<StackTree> read(llvm::ArrayRef<llvm::StringRef> Paths,
                                 bool ForPeople);
  /// The number of types to show; 0: all.
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
