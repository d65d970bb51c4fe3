//===- TameDifference.h - where outputs begin to differ ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_TAME_TAMEDIFFERENCE_H
#define ANOMALLOC_ANOMALLOC_TAME_TAMEDIFFERENCE_H

#include <string>

namespace anomalloc {

/// The first line in which the files \p Before and \p After differ, for a
/// person who has to see whether it is a result or the time of day:
/// " in line 12: 'norm 0.31', before 'norm 0.32'". Long lines are cut. "" if
/// a file cannot be read, or no line differs.
std::string firstDifference(const std::string &Before,
                            const std::string &After);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_TAME_TAMEDIFFERENCE_H
