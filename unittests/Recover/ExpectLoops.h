//===- ExpectLoops.h - loops of a function in text --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_UNITTESTS_EXPECTLOOPS_H
#define ANOMALLOC_UNITTESTS_EXPECTLOOPS_H

#include "AssembledCode.h"
#include <gtest/gtest.h>

namespace anomalloc::test {

/// A function f, with what \p Body says, and g, which it calls.
inline AssembledCode codeOf(const std::string &Body) {
  return AssembledCode("function g\n ret\nend g\nfunction f\n" + Body +
                       "\nend f\n");
}

/// The call that returns to \p Label must be in \p Depth loops, of which the
/// innermost begins at \p Header.
inline void expectLoops(AssembledCode &Code, uint32_t Depth,
                        llvm::StringRef Header, llvm::StringRef Label) {
  MachineCall Call = Code.before(Label);
  EXPECT_EQ(Call.LoopDepth, Depth) << Label.str();
  EXPECT_FALSE(Call.LoopsUnknown) << Label.str();
  ASSERT_EQ(Call.Loop.has_value(), Depth != 0) << Label.str();
  if (Depth)
    EXPECT_EQ(*Call.Loop, Code.at(Header)) << Label.str();
}

} // namespace anomalloc::test

#endif // ANOMALLOC_UNITTESTS_EXPECTLOOPS_H
