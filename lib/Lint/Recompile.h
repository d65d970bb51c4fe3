//===- Recompile.h - does it compile with other texts -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   new text of mesh.h  ->  each unit that includes mesh.h is parsed once more
//                           and sees the new text; no source file is written
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_RECOMPILE_H
#define ANOMALLOC_LINT_RECOMPILE_H

#include "Lint/Collect.h"
#include "Lint/Tidy.h"

namespace anomalloc::lint {

/// Parses \p Units, \p Jobs of them in parallel, and reports only errors.
/// \p Overlay replaces Tidy::Overlay. The results are in the order of \p Units.
llvm::Expected<std::vector<UnitResult>>
parseAgain(Tidy T, llvm::ArrayRef<const Unit *> Units, unsigned Jobs,
           const std::string &Overlay);

/// Parses the units of a project anew, by their own commands.
class Recompiler {
public:
  /// \p ReadBy must hold, for each file that is going to change, all units that
  /// read the file and that compile without the change. \p T and \p ReadBy must
  /// outlive this object.
  Recompiler(const Tidy &T, const ReadersOfFiles &ReadBy, unsigned Jobs)
      : T(T), ReadBy(ReadBy), Jobs(Jobs) {}

  /// Parses the units that read the files of \p Texts (by real path), with
  /// these texts. Returns the first error; "" if there is none. Units are not
  /// parsed again for a file that has the same text as in the last call without
  /// an error.
  llvm::Expected<std::string>
  firstError(const std::map<std::string, std::string> &Texts);

private:
  const Tidy &T;
  const ReadersOfFiles &ReadBy;
  unsigned Jobs;
  /// The texts of the last call of firstError() that found no error.
  std::map<std::string, std::string> Compiled;
};

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_RECOMPILE_H
