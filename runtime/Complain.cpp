//===- Complain.cpp - a word on standard error ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Complain.h"
#include "System.h"
#include "Text.h"

namespace anomalloc {

void complain(const char *What, const char *Which, const char *Rest) {
  char Line[1400];
  Text Out(Line);
  Out.add("anomalloc: ").add(What).add(Which).add(Rest).add('\n');
  sys::writeFile(2, Line, Out.size());
}

} // namespace anomalloc
