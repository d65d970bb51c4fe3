//===- ActivationOwners.cpp - whose activations blocks are of -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/ActivationOwners.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>

using namespace llvm;

namespace anomalloc {

static std::string nameOf(StringRef LinkageName) {
  ItaniumPartialDemangler D;
  if (D.partialDemangle(LinkageName.str().c_str()) || !D.isFunction())
    return LinkageName.str();
  char *Name = D.getFunctionName(nullptr, nullptr);
  std::string Result = Name ? Name : LinkageName.str();
  std::free(Name);
  return Result;
}

std::vector<std::string> activationOwners(const Site &S,
                                          const UserLines &Callers) {
  if (S.TellsActivations)
    return {nameOf(S.outermostFrame().Function)};
  std::vector<std::string> Names;
  if (Callers.TellActivations)
    for (StringRef Function : Callers.Functions)
      if (std::string Name = nameOf(Function); !is_contained(Names, Name))
        Names.push_back(std::move(Name));
  return Names;
}

} // namespace anomalloc
