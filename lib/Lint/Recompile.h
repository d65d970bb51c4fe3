//===- Recompile.h - does it compile with other texts -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   new text of mesh.h  ->  what includes mesh.h is parsed once more, and sees
//                           the new text in its place; no file is written
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_RECOMPILE_H
#define ANOMALLOC_LINT_RECOMPILE_H

#include "Lint/Collect.h"
#include "Lint/Tidy.h"

namespace anomalloc::lint {

/// Parses \p Units, in parallel, and finds nothing but errors. \p Overlay as in
/// Tidy. Results are in their order.
llvm::Expected<std::vector<UnitResult>>
parseAgain(Tidy T, llvm::ArrayRef<const Unit *> Units, unsigned Jobs,
           const std::string &Overlay);

/// Parses the units of a project anew, by their own commands.
class Recompiler {
public:
  /// \p ReadBy has to hold all who read a file that is going to change, and
  /// compile as it is. The references live as long as this object.
  Recompiler(const Tidy &T, const ReadersOfFiles &ReadBy, unsigned Jobs)
      : T(T), ReadBy(ReadBy), Jobs(Jobs) {}

  /// The first error that \p Texts (by real path) bring into a unit that reads
  /// one of the files, or "". A file that was last compiled with the same text,
  /// and without an error, is asked no more.
  llvm::Expected<std::string>
  firstError(const std::map<std::string, std::string> &Texts);

private:
  const Tidy &T;
  const ReadersOfFiles &ReadBy;
  unsigned Jobs;
  std::map<std::string, std::string> Compiled; ///< Texts without an error.
};

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_RECOMPILE_H
