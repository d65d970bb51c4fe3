//===- Budget.cpp - what a person allows a program ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Budget.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc::budget {

std::string Scope::words() const {
  std::vector<std::string> Words;
  for (const ScopePart &P : Parts)
    Words.push_back(P.Key.str() + " " + join(P.Values, " or ") +
                    (P.Key != "deeper than"    ? ""
                     : P.Values.front() == "1" ? " loop"
                                               : " loops"));
  return Words.empty() ? "the whole run" : join(Words, ", ");
}

} // namespace anomalloc::budget
