//===- SiteIds.cpp - names of sites that last -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/SiteIds.h"
#include "sites/FunctionKey.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/xxhash.h"
#include <map>

using namespace llvm;
using namespace anomalloc;

CallPlace anomalloc::placeOf(const CallBase &Call) {
  const DILocation *At = Call.getDebugLoc().get();
  if (!At)
    return {0, 0, nullptr, nullptr, Call.getCalledOperand()};
  return {At->getLine(), At->getColumn(), At->getScope(), At->getInlinedAt(),
          Call.getCalledOperand()};
}

/// The keys of the functions of the chain, outermost first.
static std::string chainKey(const Function &F, const DILocation *Location,
                            DenseMap<const DISubprogram *, std::string> &Keys) {
  std::string Key = functionKey(F);
  SmallVector<const DISubprogram *, 8> Inlined;
  for (; Location && Location->getInlinedAt();
       Location = Location->getInlinedAt())
    Inlined.push_back(Location->getScope()->getSubprogram());
  for (const DISubprogram *SP : reverse(Inlined)) {
    auto [I, New] = Keys.try_emplace(SP);
    if (New)
      I->second = functionKey(*SP);
    Key += '\0';
    Key += I->second;
  }
  return Key;
}

SmallVector<SiteName, 4> SiteIds::of(const Function &F,
                                     ArrayRef<FoundSite> Sites) {
  SmallVector<SiteName, 4> Names;
  // With the constant size + 1.
  std::map<std::pair<CallPlace, uint64_t>, unsigned> Copies;
  StringMap<unsigned> Ordinals;
  for (auto [Index, Site] : enumerate(Sites)) {
    const CallBase &Call = *Site.Call;
    const DILocation *Location = Call.getDebugLoc().get();
    if (Location) {
      auto [I, New] = Copies.try_emplace(
          {placeOf(Call), Site.ConstantSize ? *Site.ConstantSize + 1 : 0},
          Index);
      if (!New) {
        Names.push_back(Names[I->second]);
        continue;
      }
    }
    SiteName Name;
    if (Call.getCalledFunction() || Site.What.Family == SiteFamily::Leading)
      Name.Callee = askedFunction(Call);
    Name.First = Index;
    std::string Key = chainKey(F, Location, Keys) + '\0' + Name.Callee.str();
    unsigned Ordinal = Ordinals[Key]++;
    Name.Id = xxh3_64bits(Key + '\0' + std::to_string(Ordinal));
    Names.push_back(Name);
  }
  return Names;
}
