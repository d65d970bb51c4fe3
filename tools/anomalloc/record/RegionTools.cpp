//===- RegionTools.cpp - regions named for other tools --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/RegionTools.h"
#include "cli/Messages.h"
#include "llvm/ADT/Twine.h"
#include <cstdlib>

using namespace llvm;

namespace anomalloc {

void nameTool(const std::string &Library, bool Quiet) {
  const struct {
    const char *Name, *Whose;
  } Variables[] = {
#define ANOMALLOC_REGION_VARIABLE(Name, Whose) {Name, Whose},
#include "anomalloc/RegionVariables.def"
  };
  for (const auto &V : Variables) {
    const char *Set = getenv(V.Name);
    if (!Set || !*Set)
      setenv(V.Name, Library.c_str(), 1);
    else if (Library != Set && !Quiet)
      tell(Twine("note: ") + V.Name + " names another tool already, so the " +
           "regions of " + V.Whose + " become no sections");
  }
}

} // namespace anomalloc
