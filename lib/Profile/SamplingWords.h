//===- SamplingWords.h - the rate of a sample, for people -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_SAMPLINGWORDS_H
#define ANOMALLOC_PROFILE_SAMPLINGWORDS_H

#include "Profile/Profile.h"
#include "Support/Numbers.h"

namespace anomalloc {

inline std::string meanInWords(const Sampling &S) {
  return S.Of == Sampling::Bytes ? formatBytes(S.Mean) : formatCount(S.Mean);
}

/// How a process was asked to draw: "one block in 512.0 KiB", "one block in
/// 1,000", "one block in 64.00 KiB or more" if the rate may grow, or without a
/// sample "all blocks".
inline std::string rateInWords(const Sampling &S) {
  if (!S)
    return "all blocks";
  return "one block in " + meanInWords(S) + (S.Grows ? " or more" : "");
}

/// How the blocks of \p P were drawn: as above, or, if the rate grew, "one block
/// in 64.00 KiB to 512.0 KiB".
inline std::string rateInWords(const Profile &P) {
  const Sampling S = P.sampling();
  std::string Text = "one block in " + meanInWords(S);
  if (P.MostDoublings)
    Text += " to " + meanInWords(S.doubled(P.MostDoublings));
  return Text;
}

/// The same for programs: as nameOf(Sampling) says, or "auto:65536..524288".
inline std::string rateName(const Profile &P) {
  const Sampling S = P.sampling();
  std::string Name = nameOf(S).Text;
  if (S.Grows)
    Name += ".." + std::to_string(S.doubled(P.MostDoublings).Mean);
  return Name;
}

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_SAMPLINGWORDS_H
