//===- ModuleMap.h - from addresses to objects ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_MODULEMAP_H
#define ANOMALLOC_PROFILE_MODULEMAP_H

#include "Profile/RawProfile.h"

namespace anomalloc {

/// Finds the module that an address belonged to in its epoch.
class ModuleMap {
public:
  explicit ModuleMap(llvm::ArrayRef<RawProfile::Module> Modules);

  /// The module that covered \p Pc in \p Epoch: of the modules that cover
  /// \p Pc, the one with the largest first epoch that is not after \p Epoch.
  /// Null if there is none.
  const RawProfile::Module *find(uint64_t Pc, uint32_t Epoch) const;

private:
  std::vector<const RawProfile::Module *> ByStart;
  /// By index in ByStart: the largest End of the modules up to that one.
  std::vector<uint64_t> MaxEnd;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_MODULEMAP_H
