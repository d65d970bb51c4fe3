//===- SmallestRow.h - bytes that a row has at least ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An archive of ModelShape.h that counts the bytes of a row without anything
/// in it. So a reader knows, before it takes any memory, that no file of that
/// length can hold as many rows as it claims.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_SMALLESTROW_H
#define ANOMALLOC_PROFILE_SMALLESTROW_H

#include "Profile/FrameTree.h"
#include "llvm/ADT/Twine.h"

namespace anomalloc {

class SmallestRow {
public:
  static constexpr bool Fills = false;
  SmallestRow(const Profile &P, const FrameTree &Frames)
      : P(P), Frames(Frames) {}

  unsigned size() const { return Bytes; }
  const Profile &model() const { return P; }
  const FrameTree &frames() const { return Frames; }

  template <typename T> void field(const char *, const T &) { ++Bytes; }
  void fixed(const char *, uint64_t) { Bytes += 8; }
  template <typename T> void index(const char *, const T &) { ++Bytes; }
  template <typename T> void below(const char *, const T &, uint64_t) {
    ++Bytes;
  }
  template <typename... Flag> void bits(const Flag &...) { ++Bytes; }
  void chain(const std::vector<Frame> &) { ++Bytes; }
  template <typename... T> void rows(const char *, const T &...) { ++Bytes; }
  void require(bool, const llvm::Twine &) {}

private:
  const Profile &P;
  const FrameTree &Frames;
  unsigned Bytes = 0;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_SMALLESTROW_H
