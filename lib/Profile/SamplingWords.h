//===- SamplingWords.h - the rate of a sample, for people -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_SAMPLINGWORDS_H
#define ANOMALLOC_PROFILE_SAMPLINGWORDS_H

#include "Support/Numbers.h"
#include "anomalloc/Sampling.h"

namespace anomalloc {

/// "one block in 512.0 KiB", "one block in 1,000", or without a sample "all
/// blocks".
inline std::string rateInWords(const Sampling &S) {
  if (!S)
    return "all blocks";
  return "one block in " +
         (S.Of == Sampling::Bytes ? formatBytes(S.Mean) : formatCount(S.Mean));
}

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_SAMPLINGWORDS_H
