//===- NameTable.h - names that outlast a rebuild ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_COMPARE_NAMETABLE_H
#define ANOMALLOC_COMPARE_NAMETABLE_H

#include "llvm/ADT/StringMap.h"
#include <cstdint>
#include <vector>

namespace anomalloc {

/// \p LinkageName without the numbers that the compiler gives to lambdas and
/// unnamed types of one function, to clones, and to outlined bodies. All
/// variants of a constructor get one name.
/// \code
///   _ZZ4mainENK3$_1clEv    _ZZ4mainENK$_clEv
///   main.omp_outlined.3    main.omp_outlined
/// \endcode
std::string stableName(llvm::StringRef LinkageName);

/// Whether the name alone shows that only one function of the whole program has
/// it: a C++ function of external linkage.
bool isExternalName(llvm::StringRef LinkageName);

/// Stable names as numbers, the same for all profiles that are compared.
class NameTable {
public:
  static constexpr uint32_t None = 0; ///< The number of "".

  NameTable() { of(""); }
  uint32_t of(llvm::StringRef LinkageName);
  bool isExternal(uint32_t Name) const { return External[Name]; }

private:
  llvm::StringMap<uint32_t> ByLinkageName, ByStableName;
  std::vector<bool> External;
};

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_NAMETABLE_H
