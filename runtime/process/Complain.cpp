//===- Complain.cpp - a word on standard error ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "process/Complain.h"
#include "process/System.h"
#include "process/Text.h"

namespace anomalloc::runtime {

void complainOf(const char *const *Parts, unsigned Count) {
  constexpr unsigned Max = 10;
  sys::Bytes Line[Max];
  unsigned N = 0;
  auto Add = [&](const char *Part) {
    if (N != Max)
      Line[N++] = {Part, length(Part)};
  };
  Add("anomalloc: ");
  for (unsigned I = 0; I != Count; ++I)
    Add(Parts[I]);
  Add("\n");
  sys::writeFile(2, Line, N);
}

} // namespace anomalloc::runtime
