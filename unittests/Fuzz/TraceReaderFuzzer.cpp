//===- TraceReaderFuzzer.cpp ----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Any bytes give events or an error. The events of a lane are in order, and a
/// block is made before it is freed.
///
/// An input that begins with a trace's magic is a whole file. Any other is the
/// records of one block.
///
//===----------------------------------------------------------------------===//

#include "Profile/TraceReader.h"
#include <cstring>
#include <map>
#include <string>

using namespace anomalloc;
using namespace anomalloc::format;

static std::string asFile(llvm::StringRef Records) {
  TraceHeader Header = {};
  memcpy(Header.Magic, TraceMagic, sizeof(TraceMagic));
  Header.Version = TraceVersion;
  Header.HeaderSize = TraceHeaderSize;
  TraceBlock Head = {};
  Records = Records.take_front(TraceLargest - sizeof(Head));
  Head.Magic = TraceBlockMagic;
  Head.Size = TraceLargest;
  Head.Used = uint32_t(Records.size());
  std::string File(reinterpret_cast<char *>(&Header), sizeof(Header));
  File.resize(TraceHeaderSize);
  File.append(reinterpret_cast<char *>(&Head), sizeof(Head));
  File += Records;
  File.resize(TraceHeaderSize + TraceLargest);
  return File;
}

static void check(bool Holds) {
  if (!Holds)
    __builtin_trap();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string File(reinterpret_cast<const char *>(Data), Size);
  if (File.compare(0, sizeof(TraceMagic), TraceMagic, sizeof(TraceMagic)) != 0)
    File = asFile(File);
  auto Reader = TraceReader::open(llvm::MemoryBufferRef(File, "fuzz"));
  if (!Reader) {
    llvm::consumeError(Reader.takeError());
    return 0;
  }
  std::map<uint32_t, uint64_t> Made, Times;
  while (true) {
    auto Events = (*Reader)->next();
    if (!Events) {
      llvm::consumeError(Events.takeError());
      break;
    }
    if (Events->empty())
      break;
    for (const TraceEvent &E : *Events) {
      check(E.Time >= Times[E.Lane]);
      Times[E.Lane] = E.Time;
      if (E.What == TraceEvent::Allocation) {
        check(E.Maker == E.Lane && E.Block == ++Made[E.Lane]);
        (void)(*Reader)->key(E.Key);
      } else if (E.What == TraceEvent::Free)
        check(E.Block && E.Block <= Made[E.Maker]);
    }
  }
  return 0;
}
