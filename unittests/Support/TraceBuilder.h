//===- TraceBuilder.h - traces for tests ------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes a trace by anomalloc/TraceFormat.h, record by record. Does not check
/// anything.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_UNITTESTS_TRACEBUILDER_H
#define ANOMALLOC_UNITTESTS_TRACEBUILDER_H

#include "anomalloc/TraceFormat.h"
#include <map>
#include <string>

namespace anomalloc::test {

class TraceBuilder {
public:
  TraceBuilder();

  format::TraceHeader Header = {};

  /// What follows is in a new block of \p Lane, which begins at \p Time.
  TraceBuilder &block(uint32_t Lane, uint64_t Time = 0);
  /// Makes a block of a new key; or of the key at that place.
  TraceBuilder &define(uint32_t Place, const format::TraceKey &Key);
  TraceBuilder &allocate(uint32_t Place);
  TraceBuilder &free(uint64_t Distance);
  TraceBuilder &freeElsewhere(uint32_t Lane, uint64_t Number);
  TraceBuilder &reallocated();
  TraceBuilder &untouched(uint64_t Pages);
  TraceBuilder &kept(uint32_t Lane, uint64_t Number, uint64_t Pages);
  TraceBuilder &time(uint64_t Nanoseconds);
  TraceBuilder &thread(uint32_t Tid);
  TraceBuilder &section(bool Begins, bool IsPhase, uint32_t Section);
  /// Bytes as they are.
  TraceBuilder &raw(const std::string &Bytes);

  /// Bytes of records in the last block.
  size_t used() const { return Records.size(); }
  /// The header's page, and what is complete.
  std::string bytes();
  /// What bytes() would add to what it, or this function, gave before.
  std::string newBytes();

private:
  template <typename Put> TraceBuilder &add(Put P);
  void finish();

  struct Lane {
    uint64_t Blocks = 0, Allocations = 0;
  };
  std::map<uint32_t, Lane> Lanes;
  bool Begun = false;
  format::TraceBlock Head = {};
  uint64_t Made = 0; ///< In this block.
  std::string Records;
  std::string Done;
};

} // namespace anomalloc::test

#endif // ANOMALLOC_UNITTESTS_TRACEBUILDER_H
