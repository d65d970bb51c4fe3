//===- FunctionNames.cpp - demangled names, shorter -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/FunctionNames.h"
#include "llvm/ADT/Twine.h"
#include <cstring>

using namespace llvm;

namespace anomalloc {

std::string withoutTrait(StringRef Name) {
  unsigned Depth = 0;
  size_t Trait = StringRef::npos;
  for (size_t I = 0; I != Name.size() && Name.starts_with("<"); ++I) {
    if (Depth == 1 && Trait == StringRef::npos &&
        Name.drop_front(I).starts_with(" as "))
      Trait = I;
    Depth += Name[I] == '<';
    Depth -= Name[I] == '>' && Depth;
    if (Depth == 0)
      return Trait == StringRef::npos
                 ? Name.str()
                 : (Twine(Name.slice(1, Trait)) + Name.drop_front(I + 1)).str();
  }
  return Name.str();
}

std::string collapseTemplates(StringRef Full) {
  const std::string Name = withoutTrait(Full);
  std::string Out;
  unsigned Depth = 0;
  for (size_t I = 0; I != Name.size(); ++I) {
    StringRef Rest = StringRef(Name).drop_front(I);
    if (Depth == 0 && Rest.starts_with("operator")) {
      StringRef Symbols = Rest.drop_front(strlen("operator")).ltrim("<>=-!");
      size_t Length = Rest.size() - Symbols.size();
      Out += Rest.take_front(Length);
      I += Length - 1;
      continue;
    }
    if (Name[I] == '<' && Depth++ == 0)
      Out += "<...>";
    if (Depth == 0)
      Out += Name[I];
    if (Name[I] == '>' && Depth)
      --Depth;
  }
  return Out;
}

} // namespace anomalloc
