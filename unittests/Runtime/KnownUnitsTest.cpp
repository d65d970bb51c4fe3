//===- KnownUnitsTest.cpp - forks while units are made known --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/KnownUnits.h"
#include "anomalloc/SiteTable.h"
#include <cstring>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace anomalloc;
using namespace anomalloc::runtime;

namespace {

/// A record with a table that is only an id.
struct Record {
  format::UnitRecord R = {};
  char Table[SiteTableHeaderSize] = {};

  explicit Record(uint64_t Id) {
    R.TableSize = sizeof(Table);
    memcpy(Table + 16, &Id, sizeof(Id));
  }
  AnomallocUnit unit() const {
    return {0, 0, Table, sizeof(Table), 0, nullptr, 0};
  }
};

/// Of the same bucket, and of another.
const Record Old(5), New(5 + 4096), Newer(5 + 2 * 4096), Other(6);

void add(KnownUnits &Known, const Record &R, int Steps = 3) {
  Known.add(Known.nextIndex(), R.R, Steps);
}

bool knows(const KnownUnits &Known, const Record &R) {
  uint32_t Index = Known.find(R.unit());
  return Index && Index <= Known.count() && &Known.record(Index) == &R.R;
}

/// What a child does that was forked while \p New was being added: it takes
/// over the units that there are, and makes others known, New as well if its
/// code comes to that. A circle would end in the alarm.
bool childIsWell(KnownUnits &Known) {
  alarm(10);
  Known.finishAdding();
  bool Given = Known.count() == 3;
  if (!knows(Known, Old) || Given != knows(Known, New))
    return false;
  for (const Record *R : {&New, &Newer})
    if (!knows(Known, *R))
      add(Known, *R);
  for (const Record *R : {&Old, &New, &Newer, &Other})
    if (!knows(Known, *R))
      return false;
  return Known.count() == 4;
}

TEST(KnownUnits, AChildForkedBetweenAnyTwoStepsFindsWholeTables) {
  for (int Steps = 0; Steps <= 3; ++Steps) {
    KnownUnits Known = {};
    add(Known, Old);
    add(Known, Other);
    add(Known, New, Steps);
    pid_t Child = fork();
    if (Child == 0)
      _exit(childIsWell(Known) ? 0 : 1);
    int Status = -1;
    ASSERT_EQ(waitpid(Child, &Status, 0), Child);
    EXPECT_EQ(Status, 0) << "after step " << Steps;
  }
}

} // namespace
