//===- ActivationOwners.cpp - whose activations blocks are of -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lifetimes/ActivationOwners.h"
#include "Analysis/FunctionNames.h"
#include "Support/Demangle.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

static std::string nameOf(StringRef LinkageName) {
  FunctionName Name(LinkageName);
  if (!Name.isFunction())
    return LinkageName.str();
  std::string Result = collapseTemplates(Name.qualified());
  StringRef Rest = Result;
  Rest.consume_back("[abi:cxx11]");
  return Rest.str();
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
