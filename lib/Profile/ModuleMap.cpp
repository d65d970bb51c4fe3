//===- ModuleMap.cpp ------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ModuleMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

ModuleMap::ModuleMap(ArrayRef<RawProfile::Module> Modules) {
  for (const RawProfile::Module &M : Modules)
    ByStart.push_back(&M);
  llvm::sort(ByStart, [](const auto *A, const auto *B) {
    return std::tie(A->Start, A) < std::tie(B->Start, B);
  });
  uint64_t End = 0;
  for (const RawProfile::Module *M : ByStart)
    MaxEnd.push_back(End = std::max(End, M->End));
}

const RawProfile::Module *ModuleMap::find(uint64_t Pc, uint32_t Epoch) const {
  auto Behind = llvm::upper_bound(
      ByStart, Pc, [](uint64_t Pc, const auto *M) { return Pc < M->Start; });
  const RawProfile::Module *Best = nullptr;
  for (size_t I = Behind - ByStart.begin(); I-- != 0 && MaxEnd[I] > Pc;) {
    const RawProfile::Module *M = ByStart[I];
    if (Pc < M->End && M->Epoch <= Epoch && (!Best || M->Epoch > Best->Epoch))
      Best = M;
  }
  return Best;
}

} // namespace anomalloc
