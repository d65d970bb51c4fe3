//===- SiteIds.h - names of sites that last ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The id of a site is the hash of the functions of its inline chain, of the
/// function that it calls, and of its number among its like. No line is in it.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_SITES_SITEIDS_H
#define ANOMALLOC_PASS_SITES_SITEIDS_H

#include "sites/SiteFinder.h"
#include "llvm/ADT/DenseMap.h"
#include <string>
#include <tuple>

namespace llvm {
class DISubprogram;
class Metadata;
class Value;
} // namespace llvm

namespace anomalloc {

/// Line, column, scope, where it was inlined, and the callee. The copies that
/// the optimizer makes of a call have one such place. From LLVM 22 on, they
/// differ in another part of their location.
using CallPlace = std::tuple<unsigned, unsigned, const llvm::Metadata *,
                             const llvm::Metadata *, const llvm::Value *>;

CallPlace placeOf(const llvm::CallBase &Call);

struct SiteName {
  uint64_t Id = 0;
  llvm::StringRef Callee; ///< "": it is not known which function is called.
  /// The index of the first of the copies that the optimizer made of one call:
  /// same place, callee and size. All have its name.
  unsigned First = 0;
};

/// Names the sites of one module.
class SiteIds {
public:
  /// \p Sites are all sites of \p F, in the order of its instructions.
  llvm::SmallVector<SiteName, 4> of(const llvm::Function &F,
                                    llvm::ArrayRef<FoundSite> Sites);

private:
  llvm::DenseMap<const llvm::DISubprogram *, std::string> Keys;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SITES_SITEIDS_H
