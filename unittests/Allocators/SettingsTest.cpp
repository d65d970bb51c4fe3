//===- SettingsTest.cpp - settings of allocators --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/Settings.h"
#include "Allocators/Allocators.h"
#include <gtest/gtest.h>
#include <set>

using namespace anomalloc;
using namespace llvm;

namespace {

const AllocatorSetting &find(StringRef Id) {
  for (const AllocatorSetting &S : allocatorSettings())
    if (S.Id == Id)
      return S;
  ADD_FAILURE() << Id.str();
  return allocatorSettings().front();
}

TEST(Settings, EachHasAnIdAnAllocatorAndASource) {
  std::set<StringRef> Ids;
  for (const AllocatorSetting &S : allocatorSettings()) {
    EXPECT_TRUE(Ids.insert(S.Id).second) << S.Id.str();
    EXPECT_TRUE(findKnownAllocator(S.Allocator)) << S.Id.str();
    EXPECT_FALSE(S.Does.empty() || S.Trades.empty() || S.Source.empty());
  }
}

TEST(Settings, ThoseOfOneVariableAreJoinedAsTheAllocatorReadsThem) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(environmentOf({}), Texts{});
  EXPECT_EQ(environmentOf({&find("trim"), &find("mxfast-0")}),
            Texts{"GLIBC_TUNABLES=glibc.malloc.trim_threshold=131072:glibc."
                  "malloc.mxfast=0"});
  EXPECT_EQ(environmentOf({&find("narenas-1"), &find("no-tcache")}),
            Texts{"MALLOC_CONF=narenas:1,tcache:false"});
  EXPECT_EQ(environmentOf({&find("decommit-at-once"), &find("page-reset")}),
            (Texts{"MIMALLOC_DECOMMIT_DELAY=0", "MIMALLOC_PAGE_RESET=1"}));
}

TEST(Settings, WhatSetsOneThingTwiceDoesNotGoTogether) {
  EXPECT_TRUE(goTogether(find("trim"), find("mmap")));
  EXPECT_FALSE(goTogether(find("trim"), find("trim-never")));
  EXPECT_FALSE(goTogether(find("arena-1"), find("arena-2")));
  EXPECT_FALSE(goTogether(find("decay-0"), find("decay-never")));
  EXPECT_FALSE(goTogether(find("small-caches"), find("large-caches")));
  EXPECT_TRUE(goTogether(find("decommit"), find("large-caches")));
  EXPECT_FALSE(goTogether(find("trim"), find("decay-0")));
}

} // namespace
