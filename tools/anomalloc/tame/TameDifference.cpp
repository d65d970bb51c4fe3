//===- TameDifference.cpp - where outputs begin to differ -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/TameDifference.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace anomalloc {

/// The line that \p At stands at, within quotes.
static std::string quotedLine(const line_iterator &At) {
  constexpr size_t Most = 60;
  if (At.is_at_end())
    return "nothing";
  const StringRef Line = At->take_front(Most);
  return ("'" + Line + (Line.size() < At->size() ? "..." : "") + "'").str();
}

std::string firstDifference(const std::string &Before,
                            const std::string &After) {
  auto Old = MemoryBuffer::getFile(Before), New = MemoryBuffer::getFile(After);
  if (!Old || !New)
    return "";
  line_iterator A(**Old, /*SkipBlanks=*/false), B(**New, /*SkipBlanks=*/false);
  while (!A.is_at_end() && !B.is_at_end() && *A == *B) {
    ++A;
    ++B;
  }
  if (A.is_at_end() && B.is_at_end())
    return "";
  const line_iterator &There = B.is_at_end() ? A : B;
  return " in line " + std::to_string(There.line_number()) + ": " +
         quotedLine(B) + ", before " + quotedLine(A);
}

} // namespace anomalloc
