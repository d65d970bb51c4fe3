//===- TraceTest.cpp - traces, from bytes to events -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/TraceReader.h"
#include "TraceBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::format;
using namespace anomalloc::test;

namespace {

/// All events: "0+1" lane 0 makes its block 1, "1-0.1" lane 1 frees it, "=" by
/// realloc, "@" the time, "#" the size.
std::string play(const std::string &Bytes, bool Times = false) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  auto Reader = TraceReader::open(llvm::MemoryBufferRef(Bytes, "x.trace"));
  if (!Reader)
    return llvm::toString(Reader.takeError());
  while (true) {
    auto Events = (*Reader)->next();
    if (!Events)
      return Text + llvm::toString(Events.takeError());
    if (Events->empty())
      break;
    for (const TraceEvent &E : *Events) {
      OS << E.Lane;
      switch (E.What) {
      case TraceEvent::Allocation:
        OS << '+' << E.Block << '#' << (*Reader)->key(E.Key).Size;
        break;
      case TraceEvent::Free:
        OS << '-';
        if (E.Maker != E.Lane)
          OS << E.Maker << '.';
        OS << E.Block;
        break;
      case TraceEvent::Thread:
        OS << "thread" << E.Block;
        break;
      case TraceEvent::SectionBegin:
      case TraceEvent::SectionEnd:
        OS << (E.What == TraceEvent::SectionBegin ? "begin" : "end")
           << (E.Block ? "phase" : "scope") << E.Key;
        break;
      case TraceEvent::Kept:
        OS << "keeps" << E.Maker << '.' << E.Block << '/' << E.untouchedPages();
        break;
      }
      if (E.Reallocated)
        OS << '=';
      if (Times)
        OS << '@' << E.Time;
      OS << ' ';
    }
  }
  if ((*Reader)->unresolved())
    OS << (*Reader)->unresolved() << " unresolved";
  return Text;
}

TraceKey site(uint32_t Slot, uint64_t Size) {
  return {0, Size, 1, Slot, 0, 0, 0};
}
constexpr TraceKey Dark = {0x7fffffffffff, UINT64_MAX, 0, 0, 65535, 1 << 20, 0};

TEST(Trace, BlocksAreKnownByTheirNumbers) {
  TraceBuilder T;
  T.block(0).define(3, site(7, 24)).allocate(3).define(1023, Dark);
  T.free(2).free(0).allocate(1023).allocate(3);
  EXPECT_EQ(play(T.bytes()), "0+1#24 0+2#24 0+3#18446744073709551615 0-1 0-3 "
                             "0+4#18446744073709551615 0+5#24 ");
}

TEST(Trace, KeysComeBackAsTheyWere) {
  TraceKey Leading = {0x1234, 8, 5, 6, 7, 8, 0};
  TraceBuilder T;
  T.block(0).define(3, Leading).define(3, Dark).define(4, Leading).allocate(3);
  std::string Bytes = T.bytes();
  auto Reader =
      cantFail(TraceReader::open(llvm::MemoryBufferRef(Bytes, "x.trace")));
  auto Events = cantFail(Reader->next());
  ASSERT_EQ(Events.size(), 4u);
  ASSERT_EQ(Reader->keys().size(), 2u);
  EXPECT_EQ(Events[0].Key, Events[2].Key);
  EXPECT_EQ(Events[1].Key, Events[3].Key);
  const TraceKey &K = Reader->key(Events[0].Key), &D = Reader->key(1);
  EXPECT_EQ(K.Pc, 0x1234u);
  EXPECT_EQ(K.Size, 8u);
  EXPECT_EQ(K.Unit, 5u);
  EXPECT_EQ(K.Slot, 6u);
  EXPECT_EQ(K.Section, 7u);
  EXPECT_EQ(K.Epoch, 8u);
  EXPECT_EQ(D.Pc, Dark.Pc);
  EXPECT_EQ(D.Epoch, Dark.Epoch);
  EXPECT_EQ(D.Unit, 0u);
}

TEST(Trace, FormsAreThoseOfTheKeyThatFollows) {
  auto As = [](uint32_t Form) {
    TraceKey Key = site(7, 24);
    Key.Form = Form;
    return Key;
  };
  TraceBuilder T;
  T.block(0).define(0, As(0)).define(0, As(TraceZeroed)).allocate(0);
  T.reallocated().define(1, As(traceAligned(4096))).define(0, As(0));
  std::string Bytes = T.bytes();
  auto Reader =
      cantFail(TraceReader::open(llvm::MemoryBufferRef(Bytes, "x.trace")));
  std::vector<std::pair<bool, unsigned>> Forms;
  for (const TraceEvent &E : cantFail(Reader->next())) {
    const TraceKey &Key = Reader->key(E.Key);
    Forms.push_back({Key.isZeroed(), Key.alignmentBits()});
    EXPECT_EQ(E.Reallocated, Key.alignmentBits() == 12);
  }
  EXPECT_EQ(Forms, (std::vector<std::pair<bool, unsigned>>{
                       {false, 0}, {true, 0}, {true, 0}, {false, 12}, {}}));
  EXPECT_EQ(Reader->keys().size(), 3u);
}

TEST(Trace, AFormIsTwoBytesBeforeItsKey) {
  auto BytesOf = [](uint32_t Form) {
    TraceKey Key = site(7, 24);
    Key.Form = Form;
    char Bytes[TraceLongest];
    return std::string(Bytes, putDefine(Bytes, 3, Key));
  };
  const std::string Plain = BytesOf(0);
  EXPECT_EQ(Plain, std::string("\xc4\x03\x18\x00\x02\x07", 6));
  EXPECT_EQ(BytesOf(TraceZeroed), "\xf3\x01" + Plain);
  EXPECT_EQ(BytesOf(traceAligned(64)), "\xf3\x0c" + Plain);
}

TEST(Trace, AlignmentsAreRoundedUpToAPowerOfTwo) {
  const std::pair<uint64_t, uint32_t> Cases[] = {
      {0, 0},  {1, 0},   {2, 2},   {8, 6},
      {16, 8}, {48, 12}, {64, 12}, {uint64_t(1) << 62, 124}};
  for (auto [Alignment, Form] : Cases)
    EXPECT_EQ(traceAligned(Alignment), Form) << Alignment;
}

TEST(Trace, UntouchedPagesAreThoseOfTheNextFree) {
  TraceBuilder T;
  T.block(0).define(0, site(7, 1 << 20)).allocate(0).allocate(0);
  T.untouched(300).reallocated().free(0).allocate(0).free(2);
  T.untouched(1).freeElsewhere(0, 3);
  std::string Bytes = T.bytes();
  auto Reader =
      cantFail(TraceReader::open(llvm::MemoryBufferRef(Bytes, "x.trace")));
  std::vector<uint32_t> Pages;
  for (const TraceEvent &E : cantFail(Reader->next()))
    if (E.What == TraceEvent::Free)
      Pages.push_back(E.untouchedPages());
  EXPECT_EQ(Pages, (std::vector<uint32_t>{300, 0, 1}));
}

TEST(Trace, KeptBlocksAreThoseOfAnyLane) {
  TraceBuilder T;
  // Lane 1 comes first, and waits for the block of lane 2.
  T.block(1, 10).define(0, site(7, 1 << 20)).kept(1, 1, 300).kept(2, 1, 7);
  T.kept(3, 1, 1);
  T.block(2, 20).define(0, site(7, 1 << 21));
  EXPECT_EQ(play(T.bytes()), "1+1#1048576 1keeps1.1/300 2+1#2097152 "
                             "1keeps2.1/7 1 unresolved");
}

TEST(Trace, SectionsBeginAndEndBetweenTheOtherEvents) {
  TraceBuilder T;
  T.block(0).section(true, true, 65535).define(0, site(1, 8));
  T.section(true, false, 3).allocate(0).section(false, false, 3).free(1);
  T.section(false, true, 65535);
  EXPECT_EQ(play(T.bytes()), "0beginphase65535 0+1#8 0beginscope3 0+2#8 "
                             "0endscope3 0-1 0endphase65535 ");
}

TEST(Trace, DistancesOfAnyLengthComeBack) {
  for (uint64_t D : {uint64_t(0), TraceFree2 - 1, TraceFree2, TraceFree3 - 1,
                     TraceFree3, TraceFree4 - 1, TraceFree4}) {
    TraceBuilder T;
    T.block(0).define(0, site(1, 1));
    for (uint64_t I = 0; I != D; ++I) {
      if (T.used() > 65000)
        T.block(0);
      T.allocate(0);
    }
    T.block(0).free(D);
    std::string Bytes = T.bytes();
    auto Reader =
        cantFail(TraceReader::open(llvm::MemoryBufferRef(Bytes, "x.trace")));
    uint64_t Made = 0;
    TraceEvent Last = {};
    while (true) {
      auto Events = cantFail(Reader->next());
      if (Events.empty())
        break;
      Last = Events.back();
      for (const TraceEvent &E : Events)
        Made += E.What == TraceEvent::Allocation;
    }
    EXPECT_EQ(Made, D + 1);
    EXPECT_EQ(Last.What, TraceEvent::Free);
    EXPECT_EQ(Last.Block, 1u) << D;
  }
}

TEST(Trace, DistancesAreAsShortAsTheyCanBe) {
  auto SizeOf = [](uint64_t D) {
    char Bytes[TraceLongest];
    return putFree(Bytes, D) - Bytes;
  };
  EXPECT_EQ(SizeOf(TraceFree2 - 1), 1);
  EXPECT_EQ(SizeOf(TraceFree2), 2);
  EXPECT_EQ(SizeOf(TraceFree3 - 1), 2);
  EXPECT_EQ(SizeOf(TraceFree3), 3);
  EXPECT_EQ(SizeOf(TraceFree4), 4);
  EXPECT_EQ(SizeOf(TraceFreeFar - 1), 4);
  EXPECT_EQ(SizeOf(TraceFreeFar), 6);
}

TEST(Trace, NoRecordIsLongerThanTheLongest) {
  char Bytes[256];
  TraceKey Key = {UINT64_MAX, UINT64_MAX, UINT32_MAX,    UINT32_MAX,
                  UINT32_MAX, UINT32_MAX, TraceForms - 1};
  char *End = putFlags(Bytes, TraceReallocated);
  End = putTime(putDefine(End, 1023, Key), UINT64_MAX);
  EXPECT_LE(End - Bytes, ptrdiff_t(TraceLongest));
}

TEST(Trace, EventsAreSpreadBetweenTimes) {
  TraceBuilder T;
  T.block(0, 1000).define(0, site(1, 8)).free(0).time(100);
  T.allocate(0).block(0, 1700).free(0);
  EXPECT_EQ(play(T.bytes(), true), "0+1#8@1050 0-1@1100 0+2#8@1700 0-2@1700 ");
}

TEST(Trace, LanesComeByTimeAndBlocksBeforeTheirEnds) {
  TraceBuilder T;
  // Lane 2 frees a block of lane 5 at a time when lane 5 has not made it.
  T.block(2, 100).freeElsewhere(5, 2).define(0, site(1, 4)).time(50);
  T.block(5, 200).define(0, site(1, 8)).allocate(0).allocate(0).time(30);
  EXPECT_EQ(play(T.bytes()), "5+1#8 5+2#8 2-5.2 2+1#4 5+3#8 ");
  // By way of a third, and one of its own that it names like another's.
  T.block(7, 0).freeElsewhere(2, 1);
  T.block(8, 0).freeElsewhere(7, 1);
  T.block(7, 0).define(0, site(1, 2)).freeElsewhere(7, 1);
  EXPECT_EQ(play(T.bytes()),
            "5+1#8 5+2#8 2-5.2 2+1#4 7-2.1 7+1#2 7-1 8-7.1 5+3#8 ");
}

TEST(Trace, ReallocationsAndThreadsAreTold) {
  TraceBuilder T;
  T.block(0).thread(77).define(0, site(1, 8));
  T.reallocated().free(0).reallocated().define(1, site(1, 16));
  T.thread(78).free(0);
  EXPECT_EQ(play(T.bytes()), "0thread77 0+1#8 0-1= 0+2#16= 0thread78 0-2 ");
}

TEST(Trace, FreesOfBlocksThatAreNotThereAreLeftOut) {
  TraceBuilder T;
  T.block(0).freeElsewhere(9, 1).define(0, site(1, 8)).freeElsewhere(1, 2);
  T.block(1).define(0, site(1, 4)).freeElsewhere(0, 1);
  EXPECT_EQ(play(T.bytes()), "0+1#8 1+1#4 1-0.1 2 unresolved");
}

TEST(Trace, WhatIsBehindTheUsedBytesIsNotRead) {
  TraceBuilder T;
  T.block(0).define(0, site(1, 8)).allocate(0);
  std::string Bytes = T.bytes();
  Bytes[TraceHeaderSize + offsetof(TraceBlock, Used)] -= 2;
  Bytes[TraceHeaderSize + sizeof(TraceBlock) + T.used() + 9] = '\xff';
  EXPECT_EQ(play(Bytes), "0+1#8 ");
}

TEST(Trace, OlderVersionsAreRead) {
  for (uint32_t Version = 1; Version != TraceVersion; ++Version) {
    TraceBuilder T;
    T.Header.Version = Version;
    EXPECT_EQ(play(T.block(0).define(0, site(1, 8)).free(0).bytes()),
              "0+1#8 0-1 ");
  }
}

TEST(Trace, NothingIsATraceToo) {
  EXPECT_EQ(play(TraceBuilder().bytes()), "");
  EXPECT_EQ(play(TraceBuilder().block(3).bytes()), "");
}

std::string errorAfter(const std::string &Records) {
  TraceBuilder T;
  return play(T.block(0).define(0, site(1, 8)).raw(Records).bytes());
}

TEST(Trace, BadRecordsAreTold) {
  const std::string Where = "x.trace: corrupt trace at offset 0x1046: ";
  const std::string Again = "; record the program again";
  const std::pair<std::string, std::string> Cases[] = {
      {"\x01", "a free of a block that its lane has not made"},
      {"\xc0\x01", "place 1 has no key"},
      {"\xc3\xff", "place 1023 has no key"},
      {"\xc4", "no key"},
      {std::string("\xc4\0\xff", 3), "no key"},
      {"\xc0", "a record that is cut"},
      {"\x80", "a record that is cut"},
      {"\xd0\x01", "a record that is cut"},
      {"\xe0\x01\x01", "a record that is cut"},
      {"\xcc\x80", "no number"},
      {"\xce", "no number"},
      {std::string("\xcd\x01\0", 3), "no block of another lane"},
      {std::string("\xcd\0\x02", 3), "a free before the allocation"},
      {"\xf0", "no number of pages"},
      {std::string("\xf0\0", 2), "no number of pages"},
      {"\xf1", "no section"},
      {"\xf2\x80", "no section"},
      {"\xf1\x80\x80\x80\x80\x80\x01", "no section"},
      {"\xf3", "no form"},
      {std::string("\xf3\0", 2), "no form"},
      {"\xf3\x80\x01", "no form"},
      {"\xf4", "no block that is kept"},
      {std::string("\xf4\x01\x01", 3), "no block that is kept"},
      {std::string("\xf4\x01\0\x01", 4), "no block that is kept"},
      {std::string("\xf4\0\x02\x01", 4), "no block that is kept"},
      {"\xf5", "no record begins with 245"},
      {"\xff", "no record begins with 255"}};
  for (const auto &[Records, Why] : Cases)
    EXPECT_EQ(errorAfter(Records), Where + Why + Again);
}

TEST(Trace, LanesThatWaitForEachOtherAreTold) {
  TraceBuilder T;
  T.block(0).freeElsewhere(1, 1).define(0, site(1, 8));
  T.block(1).freeElsewhere(0, 1).define(0, site(1, 8));
  EXPECT_NE(play(T.bytes()).find("free blocks before these are made"),
            std::string::npos);
}

TEST(Trace, BadFilesAreTold) {
  EXPECT_EQ(play(""), "x.trace: not a trace of Anomalloc");
  TraceBuilder T;
  T.block(0).define(0, site(1, 8)).block(0).allocate(0);
  const std::string Good = T.bytes();
  EXPECT_EQ(play(Good.substr(0, 16)),
            "x.trace: the trace is cut: it ends in its header; copy it again, "
            "or record the program again");
  EXPECT_EQ(play(Good.substr(0, TraceHeaderSize + 4096 + 10)),
            "x.trace: the trace is cut: it ends in the header of a block; copy "
            "it again, or record the program again");
  EXPECT_EQ(play(Good.substr(0, TraceHeaderSize + 4096 + 64)),
            "0+1#8 x.trace: the trace is cut: a block at its end is missing; "
            "copy it again, or record the program again");
  auto With = [&](size_t Offset, char Byte) {
    std::string Bad = Good;
    Bad[Offset] = Byte;
    return play(Bad);
  };
  EXPECT_EQ(With(8, 9), "x.trace: written by a newer Anomalloc (format 9, this "
                        "one reads up to 5): update");
  EXPECT_EQ(With(12, 1), "x.trace: corrupt trace at offset 0x0: version 5, "
                         "size 4097; record the program again");
  EXPECT_EQ(With(TraceHeaderSize, 1), "x.trace: corrupt trace at offset 0x1000:"
                                      " no block begins there; record the "
                                      "program again");
  EXPECT_EQ(With(TraceHeaderSize + 13, '\x10'),
            "x.trace: corrupt trace at offset 0x1000: a block of 4096 bytes "
            "has 4102 of records; record the program again");
  EXPECT_EQ(With(TraceHeaderSize + 4096 + 16, 2),
            "x.trace: corrupt trace at offset 0x2000: block 2 of lane 0 "
            "follows block 0; record the program again");
  EXPECT_EQ(With(TraceHeaderSize + 4096 + 24, 2),
            "0+1#8 x.trace: corrupt trace at offset 0x2040: before the block "
            "are 2 allocations of its lane, not 1; record the program again");
  EXPECT_EQ(With(16 + 3, 1),
            "x.trace: the trace is cut: it has 16777216 bytes by its header, "
            "and its blocks end after 12288; copy it again, or record the "
            "program again");
}

} // namespace
