//===- Sampling.h - which blocks are recorded in detail ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the runtime, `anomalloc record` and the reader understand by a rate of
/// sampling. In a sampled run every event is counted, but only drawn events are
/// recorded with their stacks, lifetimes and places in a trace. Each event is
/// drawn independently of all others. Safe in any thread, and before any
/// constructor.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SAMPLING_H
#define ANOMALLOC_SAMPLING_H

#include <stdint.h>

namespace anomalloc {

/// How the events of a run are drawn.
struct Sampling {
  enum Unit : uint8_t {
    None,  ///< There is no sampling: every event is recorded.
    Bytes, ///< An event of s bytes is drawn with probability
           ///< 1 - exp(-s / Mean); one of no bytes never is.
    Count, ///< Each event is drawn with probability 1 / Mean.
  };
  Unit Of = None;
  /// Mean distance between two drawn events, in bytes or events. From 1 on.
  uint64_t Mean = 0;
  /// Mean is that of the beginning. It is doubled, again and again, while
  /// recording takes too much time (runtime/sample/Cost.h).
  bool Grows = false;

  static constexpr uint64_t LargestMean = uint64_t(1) << 40;
  /// Mean at the beginning of a run with --sample=auto, in bytes.
  static constexpr uint64_t FirstMean = 64 << 10;
  /// No rate is doubled more often.
  static constexpr uint32_t MaxDoublings = 15;

  /// The rate after \p Times doublings.
  Sampling doubled(uint32_t Times) const {
    Sampling Its = *this;
    Its.Mean <<= Times;
    return Its;
  }

  explicit operator bool() const { return Of != None; }
  bool operator==(const Sampling &Other) const {
    return Of == Other.Of && Mean == Other.Mean && Grows == Other.Grows;
  }
  bool operator!=(const Sampling &Other) const { return !(*this == Other); }
};

/// The values that the option `sample` may have, in words.
inline constexpr char SamplingsInWords[] =
    "mean bytes between samples, as 512KiB; a share of the allocations, as "
    "1/1000; or auto, as many as 1 % of the processor's time allows";

/// The name of a Sampling in a profile, "bytes:524288", "count:1000", or, if it
/// grows, "auto:65536"; "" for none.
struct SamplingName {
  char Text[32] = {};
};

inline SamplingName nameOf(const Sampling &S) {
  SamplingName Name;
  if (!S)
    return Name;
  char *At = Name.Text;
  for (const char *Unit = S.Grows                   ? "auto:"
                          : S.Of == Sampling::Bytes ? "bytes:"
                                                    : "count:";
       *Unit;)
    *At++ = *Unit++;
  uint64_t Power = 1;
  while (S.Mean / Power >= 10)
    Power *= 10;
  for (; Power; Power /= 10)
    *At++ = char('0' + S.Mean / Power % 10);
  return Name;
}

namespace detail {

/// Moves \p Text behind \p Prefix, if it begins with that.
inline bool skip(const char *&Text, const char *Prefix) {
  const char *At = Text;
  for (; *Prefix; ++Prefix, ++At)
    if (*At != *Prefix)
      return false;
  Text = At;
  return true;
}

/// Reads digits. The number may be LargestMean at most.
inline bool readMean(const char *&Text, uint64_t &Out) {
  const char *Begin = Text;
  for (Out = 0; *Text >= '0' && *Text <= '9'; ++Text) {
    Out = Out * 10 + uint64_t(*Text - '0');
    if (Out > Sampling::LargestMean)
      return false;
  }
  return Text != Begin;
}

} // namespace detail

/// Reads "524288", "512KiB", "1/1000", "auto", or a name (SamplingName) into
/// \p Out. Returns false if \p Text is none of them; \p Out is then as it was.
inline bool readSampling(Sampling &Out, const char *Text) {
  Sampling Read;
  Read.Of = detail::skip(Text, "count:") || detail::skip(Text, "1/")
                ? Sampling::Count
                : Sampling::Bytes;
  if (Read.Of == Sampling::Bytes && !detail::skip(Text, "bytes:"))
    Read.Grows = detail::skip(Text, "auto");
  if (Read.Grows && !*Text)
    Read.Mean = Sampling::FirstMean;
  else if ((Read.Grows && !detail::skip(Text, ":")) ||
           !detail::readMean(Text, Read.Mean))
    return false;
  if (Read.Of == Sampling::Bytes) {
    if (detail::skip(Text, "KiB"))
      Read.Mean <<= 10;
    else if (detail::skip(Text, "MiB"))
      Read.Mean <<= 20;
    else if (detail::skip(Text, "GiB"))
      Read.Mean = Read.Mean >> 20 ? 0 : Read.Mean << 30;
    else
      detail::skip(Text, "B");
  }
  if (*Text || !Read.Mean || Read.Mean > Sampling::LargestMean)
    return false;
  Out = Read;
  return true;
}

} // namespace anomalloc

#endif // ANOMALLOC_SAMPLING_H
