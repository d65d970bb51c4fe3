//===- UserFunctions.h - allocation functions of the user's own -*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_SITES_USERFUNCTIONS_H
#define ANOMALLOC_PASS_SITES_USERFUNCTIONS_H

#include "anomalloc/SiteTable.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <optional>
#include <vector>

namespace anomalloc {

/// Where the size of a block stands among the arguments, counted from 0.
struct SizeArguments {
  unsigned Size = 0;
  std::optional<unsigned> Count; ///< The size is multiplied by this argument.
};

struct UserFunction {
  SizeArguments Size;
  MemorySpace Space = MemorySpace::Host; ///< Where its blocks lie.
};

struct UserFunctions {
  llvm::StringMap<UserFunction> Allocating;
  std::vector<llvm::GlobPattern> Makers;

  /// Whether one of Makers matches the linkage name, or the qualified name
  /// without parameters.
  bool namesMaker(llvm::StringRef LinkageName) const;
};

/// Reads lines like these (arguments count from 0, `this` included):
/// \code
///   # name            where the size is
///   pool_alloc        size=1
///   pool_alloc_array  size=2 count=1
///   gpu_alloc         size=0 space=device
///   maker scene::*Builder::build
/// \endcode
/// Errors name file and line.
llvm::Expected<UserFunctions> parseUserFunctions(llvm::MemoryBufferRef Text);

/// Reads the file \p Path as parseUserFunctions() reads a text. An empty
/// \p Path gives no functions.
llvm::Expected<UserFunctions> readUserFunctions(llvm::StringRef Path);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SITES_USERFUNCTIONS_H
