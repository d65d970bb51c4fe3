//===- FunctionKey.cpp - names of functions that last ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionKey.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

static StringRef withoutSuffix(StringRef Name) {
  Name.consume_front("\1"); // An asm label.
  auto [Front, Digits] = Name.rsplit(".llvm.");
  if (!Digits.empty() && Digits.find_first_not_of("0123456789") == Digits.npos)
    return Front;
  return Name;
}

StringRef anomalloc::linkageName(const Function &F) {
  return withoutSuffix(F.getName());
}

StringRef anomalloc::linkageName(const DISubprogram &SP) {
  StringRef Name = SP.getLinkageName();
  return Name.empty() ? SP.getName() : Name;
}

static std::string local(StringRef File, StringRef Name) {
  return (File + ":" + Name).str();
}

std::string anomalloc::functionKey(const DISubprogram &SP) {
  if (SP.isLocalToUnit() && SP.getUnit())
    return local(SP.getUnit()->getFilename(), linkageName(SP));
  return linkageName(SP).str();
}

std::string anomalloc::functionKey(const Function &F) {
  // Link-time optimization makes functions internal and merges modules: the
  // subprogram, where there is one, knows how it was compiled.
  if (const DISubprogram *SP = F.getSubprogram(); SP && SP->getUnit())
    return SP->isLocalToUnit()
               ? local(SP->getUnit()->getFilename(), linkageName(F))
               : linkageName(F).str();
  if (F.hasLocalLinkage())
    return local(F.getParent()->getSourceFileName(), linkageName(F));
  return linkageName(F).str();
}

uint64_t anomalloc::functionHash(const Function &F) {
  return xxh3_64bits(functionKey(F));
}

uint64_t anomalloc::functionHash(const GlobalAlias &Alias) {
  return xxh3_64bits(withoutSuffix(Alias.getName()));
}
