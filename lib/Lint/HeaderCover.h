//===- HeaderCover.h - a unit for each header -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_HEADERCOVER_H
#define ANOMALLOC_LINT_HEADERCOVER_H

#include "Lint/Units.h"
#include <set>

namespace anomalloc::lint {

struct HeaderCover {
  /// The units to check in addition to the chosen ones.
  std::vector<const Unit *> Units;
  /// Headers that no unit includes, sorted.
  std::vector<std::string> Lonely;
};

/// Whether \p Path ends as the names of headers do: ".h", ".inc", ".tpp", ...
bool isHeaderName(llvm::StringRef Path);

/// Finds for each of \p Headers (real paths) one unit that includes it. Prefers
/// units of \p Chosen, then the nearest by name and folder. Preprocesses only
/// as many units as needed, \p Jobs units at a time. \p ResourceFolder holds
/// clang's own headers.
HeaderCover coverHeaders(const std::set<std::string> &Headers,
                         const Database &D, llvm::ArrayRef<const Unit *> Chosen,
                         llvm::StringRef ResourceFolder, unsigned Jobs);

/// Finds all units of \p D that read one of \p Headers (real paths), in the
/// order of \p D. Returns each with the headers that it reads. Preprocesses all
/// units, \p Jobs at a time. \p ResourceFolder holds clang's own headers.
std::vector<std::pair<const Unit *, std::set<std::string>>>
readersOf(const std::set<std::string> &Headers, const Database &D,
          llvm::StringRef ResourceFolder, unsigned Jobs);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_HEADERCOVER_H
