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
  /// The units to check besides those that are checked anyway.
  std::vector<const Unit *> Units;
  /// Headers that no unit includes, sorted.
  std::vector<std::string> Lonely;
};

/// Whether the name says that it is to be included.
bool isHeaderName(llvm::StringRef Path);

/// Finds for each of \p Headers (real paths) one unit that includes it, best
/// one of \p Chosen, else the nearest by name and folder. Preprocesses what it
/// must to know, \p Jobs units at a time. \p ResourceFolder holds clang's own
/// headers.
HeaderCover coverHeaders(const std::set<std::string> &Headers,
                         const Database &D, llvm::ArrayRef<const Unit *> Chosen,
                         llvm::StringRef ResourceFolder, unsigned Jobs);

/// All units of \p D that read one of \p Headers (real paths), which, and in
/// their order; found as above.
std::vector<std::pair<const Unit *, std::set<std::string>>>
readersOf(const std::set<std::string> &Headers, const Database &D,
          llvm::StringRef ResourceFolder, unsigned Jobs);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_HEADERCOVER_H
