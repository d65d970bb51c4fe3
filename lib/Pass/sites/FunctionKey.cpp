//===- FunctionKey.cpp - names of functions that last ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/FunctionKey.h"
#include "anomalloc/FunctionHash.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

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

StringRef anomalloc::unitOf(const DISubprogram &SP) {
  return SP.isLocalToUnit() && SP.getUnit() ? SP.getUnit()->getFilename() : "";
}

StringRef anomalloc::unitOf(const Function &F) {
  // Link-time optimization makes functions internal and merges modules: the
  // subprogram, where there is one, knows how it was compiled.
  if (const DISubprogram *SP = F.getSubprogram(); SP && SP->getUnit())
    return unitOf(*SP);
  return F.hasLocalLinkage() ? StringRef(F.getParent()->getSourceFileName())
                             : "";
}

std::string anomalloc::functionKey(const DISubprogram &SP) {
  return functionKey(unitOf(SP), linkageName(SP));
}

std::string anomalloc::functionKey(const Function &F) {
  return functionKey(unitOf(F), linkageName(F));
}

uint64_t anomalloc::functionHash(const Function &F) {
  return functionHash(unitOf(F), linkageName(F));
}

uint64_t anomalloc::functionHash(const GlobalAlias &Alias) {
  return functionHash("", withoutSuffix(Alias.getName()));
}
