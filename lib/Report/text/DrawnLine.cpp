//===- DrawnLine.cpp ------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/text/DrawnLine.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

std::string drawnLine(const TextStyle &Style, ArrayRef<uint64_t> Heights,
                      uint64_t Most) {
  static const char *const Blocks[] = {"\u2581", "\u2582", "\u2583", "\u2584",
                                       "\u2585", "\u2586", "\u2587", "\u2588"};
  static const char *const Ascii[] = {"_", ".", "-", "=", "+", "*", "%", "#"};
  if (!Most && !Heights.empty())
    Most = *max_element(Heights);
  std::string Line;
  for (uint64_t Height : Heights) {
    size_t Level = Most ? size_t(double(Height) / double(Most) * 7.99) : 0;
    Line += (Style.Unicode ? Blocks : Ascii)[Level];
  }
  return Line;
}

} // namespace anomalloc
