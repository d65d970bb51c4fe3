//===- TraceBuilder.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceBuilder.h"
#include <algorithm>
#include <utility>

using namespace anomalloc::format;

namespace anomalloc::test {

TraceBuilder::TraceBuilder() {
  std::copy(std::begin(TraceMagic), std::end(TraceMagic), Header.Magic);
  Header.Version = TraceVersion;
  Header.HeaderSize = TraceHeaderSize;
}

template <typename Put> TraceBuilder &TraceBuilder::add(Put P) {
  char Bytes[TraceLongest];
  return raw(std::string(Bytes, P(Bytes)));
}

TraceBuilder &TraceBuilder::raw(const std::string &Bytes) {
  Records += Bytes;
  return *this;
}

void TraceBuilder::finish() {
  if (!Begun)
    return;
  Lane &L = Lanes[Head.Lane];
  Head.Sequence = L.Blocks++;
  Head.Allocations = L.Allocations;
  L.Allocations += Made;
  Head.Used = uint32_t(Records.size());
  Head.Size = uint32_t((sizeof(Head) + Records.size() + 4095) / 4096 * 4096);
  Records.resize(Head.Size - sizeof(Head));
  Done.append(reinterpret_cast<const char *>(&Head), sizeof(Head));
  Done += Records;
  Records.clear();
  Made = 0;
  Begun = false;
}

TraceBuilder &TraceBuilder::block(uint32_t Lane, uint64_t Time) {
  finish();
  Head = {};
  Head.Magic = TraceBlockMagic;
  Head.Lane = Lane;
  Head.Time = Time;
  Begun = true;
  return *this;
}

TraceBuilder &TraceBuilder::define(uint32_t Place, const TraceKey &Key) {
  ++Made;
  return add([&](char *To) { return putDefine(To, Place, Key); });
}
TraceBuilder &TraceBuilder::allocate(uint32_t Place) {
  ++Made;
  return add([&](char *To) {
    return putAllocate(To, traceKeyCode(TraceCode::Allocate, Place));
  });
}
TraceBuilder &TraceBuilder::free(uint64_t Distance) {
  return add([&](char *To) { return putFree(To, Distance); });
}
TraceBuilder &TraceBuilder::freeElsewhere(uint32_t Lane, uint64_t Number) {
  return add([&](char *To) { return putFreeElsewhere(To, Lane, Number); });
}
TraceBuilder &TraceBuilder::reallocated() {
  return add([&](char *To) { return putFlags(To, TraceReallocated); });
}
TraceBuilder &TraceBuilder::untouched(uint64_t Pages) {
  return add([&](char *To) { return putUntouched(To, Pages); });
}
TraceBuilder &TraceBuilder::kept(uint32_t Lane, uint64_t Number,
                                 uint64_t Pages) {
  return add([&](char *To) { return putKept(To, Lane, Number, Pages); });
}
TraceBuilder &TraceBuilder::time(uint64_t Nanoseconds) {
  return add([&](char *To) { return putTime(To, Nanoseconds); });
}
TraceBuilder &TraceBuilder::thread(uint32_t Tid) {
  return add([&](char *To) { return putThread(To, Tid); });
}
TraceBuilder &TraceBuilder::section(bool Begins, bool IsPhase,
                                    uint32_t Section) {
  return add(
      [&](char *To) { return putSection(To, Begins, IsPhase, Section); });
}

std::string TraceBuilder::newBytes() {
  finish();
  return std::exchange(Done, {});
}

std::string TraceBuilder::bytes() {
  finish();
  std::string File(reinterpret_cast<const char *>(&Header), sizeof(Header));
  File.resize(TraceHeaderSize);
  return File + Done;
}

} // namespace anomalloc::test
