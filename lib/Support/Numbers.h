//===- Numbers.h - numbers for people ---------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_NUMBERS_H
#define ANOMALLOC_SUPPORT_NUMBERS_H

#include <cstdint>
#include <string>

namespace anomalloc {

enum class NumberStyle {
  Full,  ///< 1,263,187
  Short, ///< 1.26x10^6, as in the tables of Gomes et al. 2019
};

std::string formatCount(uint64_t Number, NumberStyle Style = NumberStyle::Full);

/// "0", "12 B", "87.18 MiB", "7.376 GiB": four digits at most.
std::string formatBytes(uint64_t Bytes);

/// "12.3 %"; "<0.1 %" for little, "100 %" only for all.
std::string formatPercent(uint64_t Part, uint64_t Whole);
/// Formats a percentage such as 12.34 in the same style.
std::string formatPercent(double Percent);

/// "3.21 s", "12 ms", "2 min 5 s".
std::string formatDuration(uint64_t Nanoseconds);

/// "1 site", "2 sites".
std::string formatNumberOf(uint64_t Number, const char *Noun,
                           NumberStyle Style = NumberStyle::Full);

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_NUMBERS_H
