//===- Evidence.cpp - why a finding matters -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/framework/Evidence.h"
#include "Support/Numbers.h"

namespace clang::tidy::anomalloc {

std::string Evidence::phrase() const {
  std::string Text = Loops.repeated() ? "," + Loops.phrase() : "";
  if (Recorded)
    return Text + ", " + Recorded->phrase();
  if (OfLines)
    Text += ", an unknown share of the " +
            ::anomalloc::formatNumberOf(OfLines->Allocations, "allocation") +
            " measured on its lines";
  return Text;
}

} // namespace clang::tidy::anomalloc
