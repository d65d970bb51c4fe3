//===- Renumbering.h - rows of one model, in another ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An archive of ModelShape.h. describe(Renumbering, Row) takes a copy of a row
/// of another model, and changes each index in it to the index of the same row
/// in this model. The rows that the row names must have been added before.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_RENUMBERING_H
#define ANOMALLOC_PROFILE_RENUMBERING_H

#include "Profile/ModelShape.h"

namespace anomalloc {

class Renumbering {
public:
  static constexpr bool Fills = true;
  explicit Renumbering(const Profile &To) : To(To) {}

  /// By index in the other model: the index in this one.
  std::vector<SectionIndex> Sections;
  std::vector<LaneIndex> Lanes;
  std::vector<LoopIndex> Loops;
  std::vector<SiteIndex> Sites;
  std::vector<MakerCallIndex> Calls;
  std::vector<DarkIndex> Dark;
  std::vector<PlaceIndex> Places;
  std::vector<StackIndex> Stacks;

  const Profile &model() const { return To; }

  template <typename T> void index(const char *, T &I) {
    I = newOnes(I)[uint32_t(I)];
  }
  template <typename T> void index(const char *What, std::optional<T> &I) {
    if (I)
      index(What, *I);
  }
  template <typename Row, typename Of>
  void rows(const char *, std::vector<Row> &Rows, Of DescribeRow) {
    for (Row &R : Rows)
      DescribeRow(*this, R);
  }
  /// No key of a map is an index.
  template <typename K, typename V, typename Of>
  void rows(const char *, std::map<K, V> &, Of) {}

  // What is no index stays.
  template <typename T> void field(const char *, T &) {}
  void fixed(const char *, uint64_t &) {}
  template <typename T> void below(const char *, T &, uint64_t) {}
  template <typename... Flag> void bits(const char *, Flag &...) {}
  void chain(std::vector<Frame> &) {}
  void require(bool, const llvm::Twine &) {}

private:
  const std::vector<SectionIndex> &newOnes(SectionIndex) { return Sections; }
  const std::vector<LaneIndex> &newOnes(LaneIndex) { return Lanes; }
  const std::vector<LoopIndex> &newOnes(LoopIndex) { return Loops; }
  const std::vector<SiteIndex> &newOnes(SiteIndex) { return Sites; }
  const std::vector<MakerCallIndex> &newOnes(MakerCallIndex) { return Calls; }
  const std::vector<DarkIndex> &newOnes(DarkIndex) { return Dark; }
  const std::vector<PlaceIndex> &newOnes(PlaceIndex) { return Places; }
  const std::vector<StackIndex> &newOnes(StackIndex) { return Stacks; }

  const Profile &To;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_RENUMBERING_H
