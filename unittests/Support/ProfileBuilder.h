//===- ProfileBuilder.h - profiles for tests --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes a profile by the structs of anomalloc/ProfileFormat.h, record by
/// record, so that a test states: this is the file, this is the model. Does not
/// check anything.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_UNITTESTS_PROFILEBUILDER_H
#define ANOMALLOC_UNITTESTS_PROFILEBUILDER_H

#include "Profile/Profile.h"
#include "anomalloc/LifetimeFormat.h"
#include "anomalloc/ProfileFormat.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace anomalloc::test {

/// Levels and counts of stacks, each with its place or key.
struct StackLevelRow {
  uint64_t Pc;
  uint32_t Parent;
  uint16_t Epoch;
  uint16_t Flags;
};
struct StackCountRow {
  uint32_t Node, Section, Unit, Slot;
  uint64_t Size, Count;
};

class ProfileBuilder {
public:
  ProfileBuilder();

  format::FileHeader Header = {};

  ProfileBuilder &info(const std::string &Key, const std::string &Value);
  ProfileBuilder &module(uint64_t Start, uint64_t End, uint64_t Bias,
                         uint32_t Epoch, const std::string &BuildId,
                         const std::string &Path);
  ProfileBuilder &unit(uint32_t Index, uint32_t NumSlots,
                       const std::string &Blob);
  ProfileBuilder &section(uint32_t Id, const std::string &Name);
  ProfileBuilder &thread(uint32_t Lane, uint32_t Tid = 100,
                         const std::string &Name = "worker");
  ProfileBuilder &counters(uint32_t Lane, uint32_t Unit, uint32_t Section,
                           const std::vector<uint64_t> &Slots);
  ProfileBuilder &sizeTable(uint32_t Lane,
                            const std::vector<format::SizeEntry> &Rows);
  ProfileBuilder &
  sizeClasses(uint32_t Lane, const std::vector<format::SizeClassEntry> &Rows);
  ProfileBuilder &
  usableSizes(const std::vector<std::pair<uint64_t, uint64_t>> &Pairs);
  /// Nodes from number \p First on, and their places, which go on numbered.
  ProfileBuilder &stackNodes(uint32_t Lane, uint32_t First,
                             const std::vector<StackLevelRow> &Rows);
  ProfileBuilder &stackCounts(uint32_t Lane,
                              const std::vector<StackCountRow> &Rows);
  /// Rows of stacks of one kind, as they are.
  template <typename Row>
  ProfileBuilder &stackRows(format::RecordType Type, uint32_t Lane,
                            uint32_t First, const std::vector<Row> &Rows);
  ProfileBuilder &lifetimeTotals(const format::LifetimeTotalsRecord &Totals);
  ProfileBuilder &lifetimes(uint32_t Lane,
                            const std::vector<format::LifetimeEntry> &Rows);
  ProfileBuilder &
  lifetimeBuckets(uint32_t Lane,
                  const std::vector<format::LifetimeBuckets> &Rows);
  ProfileBuilder &growth(uint32_t Lane,
                         const std::vector<format::LifetimeBuckets> &Rows);
  ProfileBuilder &freeSites(uint32_t Lane,
                            const std::vector<format::FreeSite> &Rows);
  ProfileBuilder &activations(uint32_t Lane,
                              const std::vector<format::ActivationEntry> &Rows);
  /// \p Bytes with a record header before and padding behind.
  ProfileBuilder &record(format::RecordType Type, const std::string &Bytes);
  /// Bytes as they are.
  ProfileBuilder &raw(const std::string &Bytes);
  /// What follows is in a new segment.
  ProfileBuilder &segment();

  std::string bytes() const;

private:
  /// A record of a lane with a capacity, and rows behind it.
  template <typename Record, typename Row>
  ProfileBuilder &rows(format::RecordType Type, uint32_t Lane,
                       const std::vector<Row> &Rows);

  std::vector<std::string> Segments{""};
  /// By lane: places and keys of stacks so far.
  std::map<uint32_t, uint32_t> NumPlaces, NumKeys;
};

/// The model of \p Bytes.
llvm::Expected<std::unique_ptr<Profile>> read(const std::string &Bytes);
/// What is wrong with \p Bytes; "" if nothing.
std::string errorOf(const std::string &Bytes);

/// All that is in a model, as text, a line an item: equal models, equal text.
std::string describe(const Profile &P);
/// The lines of describe() that tell counts.
std::string describeCounts(const Profile &P);

} // namespace anomalloc::test

#endif // ANOMALLOC_UNITTESTS_PROFILEBUILDER_H
