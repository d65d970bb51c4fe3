//===- DiffInputs.h - the runs that are compared ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_INPUTS_DIFFINPUTS_H
#define ANOMALLOC_ANOMALLOC_INPUTS_DIFFINPUTS_H

#include "Compare/Comparison.h"
#include "inputs/Inputs.h"

namespace anomalloc {

/// Reads the runs that the command line names, and puts each on its side of the
/// comparison.
class DiffInputs {
public:
  /// Adds --base, --new, --label and those of InputOptions.
  void addOptions(OptionSet &O);
  /// Reads and symbolizes the sides. Each of \p Arguments names one run. The
  /// returned sides are valid as long as this object lives. With \p ForPeople,
  /// names are made printable.
  llvm::Expected<std::vector<Side>>
  read(llvm::ArrayRef<llvm::StringRef> Arguments, const Filter &F,
       bool ForPeople);

private:
  using Paths = std::vector<std::string>;
  llvm::Expected<std::vector<Paths>>
  findSides(llvm::ArrayRef<llvm::StringRef> Arguments) const;
  std::vector<std::string> labelsOf(llvm::ArrayRef<Paths> Sides) const;

  std::vector<Paths> Base, New; ///< One for each time the option is given.
  std::vector<std::string> Labels;
  InputOptions Inputs;
  std::vector<std::unique_ptr<Profile>> Profiles;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_DIFFINPUTS_H
