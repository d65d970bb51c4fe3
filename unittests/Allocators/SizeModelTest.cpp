//===- SizeModelTest.cpp - models beside the real allocators --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/SizeModel.h"
#include "Allocators/Allocators.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>
#include <set>

using namespace anomalloc;
using namespace llvm;

namespace {

/// All small sizes; of larger ones those around each class that an allocator
/// could have.
std::string sizesToAsk() {
  std::set<uint64_t> Sizes;
  for (uint64_t Size = 0; Size <= 9000; ++Size)
    Sizes.insert(Size);
  auto Around = [&](uint64_t Size) {
    for (int64_t Off : {-17, -16, -15, -9, -8, -7, -1, 0, 1})
      Sizes.insert(Size + uint64_t(Off));
  };
  for (uint64_t Size = 9 << 10; Size < 1 << 20; Size += 1 << 10)
    Around(Size);
  for (uint64_t Size = 1 << 20; Size <= 80 << 20; Size += 256 << 10)
    Around(Size);
  std::string Text;
  for (uint64_t Size : Sizes)
    Text += utostr(Size) + "\n";
  return Text;
}

/// What the real allocator says: lines of probe-sizes.
std::string ask(const Allocator &Of, StringRef Question) {
  SmallString<128> In, Out;
  if (sys::fs::createTemporaryFile("sizes", "in", In) ||
      sys::fs::createTemporaryFile("sizes", "out", Out))
    return "";
  std::error_code Failed;
  raw_fd_ostream(In, Failed) << Question;
  std::vector<StringRef> Environment;
  std::string Preload = "LD_PRELOAD=" + Of.Library;
  if (!Of.Library.empty())
    Environment.push_back(Preload);
  sys::ExecuteAndWait(PROBE_SIZES, {PROBE_SIZES}, ArrayRef(Environment),
                      {StringRef(In), StringRef(Out), std::nullopt});
  auto Text = MemoryBuffer::getFile(Out);
  std::string Answer = Text ? (*Text)->getBuffer().str() : "";
  sys::fs::remove(In);
  sys::fs::remove(Out);
  return Answer;
}

class Models : public testing::TestWithParam<const char *> {};

TEST_P(Models, AgreeWithTheRealAllocatorOverManySizes) {
  auto Resolved = resolveAllocators(GetParam());
  ASSERT_TRUE(bool(Resolved)) << toString(Resolved.takeError());
  const SizeModel *Model = findSizeModel(GetParam());
  ASSERT_NE(Model, nullptr);
  static const std::string Question = sizesToAsk();
  const std::string Answer = ask(Resolved->front(), Question);
  auto [First, Lines] = StringRef(Answer).split('\n');
  ASSERT_TRUE(First.starts_with("allocator ")) << First.str();
  size_t Asked = 0, Wrong = 0;
  while (!Lines.empty()) {
    StringRef Line;
    std::tie(Line, Lines) = Lines.split('\n');
    uint64_t Size, Usable;
    ASSERT_FALSE(Line.split(' ').first.getAsInteger(10, Size));
    ASSERT_FALSE(Line.split(' ').second.getAsInteger(10, Usable));
    ++Asked;
    auto Block = Model->blockFor(Size);
    ASSERT_TRUE(Block);
    if (Block->Usable != Usable && ++Wrong < 10)
      ADD_FAILURE() << "of " << Size << " bytes " << Usable
                    << " may be used, not " << Block->Usable;
    EXPECT_EQ(Block->Taken, Block->Usable + Model->headerOf(Block->Usable));
  }
  EXPECT_EQ(Wrong, 0u);
  EXPECT_GT(Asked, 15000u);
}

INSTANTIATE_TEST_SUITE_P(All, Models,
                         testing::Values("glibc", "jemalloc", "mimalloc",
                                         "tcmalloc", "tbbmalloc"),
                         [](const auto &Info) { return Info.param; });

TEST(SizeModel, EachKnownAllocatorHasOne) {
  ASSERT_EQ(sizeModels().size(), knownAllocators().size());
  for (const KnownAllocator &One : knownAllocators())
    EXPECT_NE(findSizeModel(One.Id), nullptr) << One.Id.str();
}

TEST(SizeModel, SizesThatNobodyGivesHaveNoBlock) {
  for (const SizeModel &M : sizeModels()) {
    EXPECT_FALSE(M.blockFor(UINT64_MAX));
    EXPECT_FALSE(M.blockFor(uint64_t(INT64_MAX) + 1));
    EXPECT_GE(M.blockFor(INT64_MAX)->Usable, uint64_t(INT64_MAX));
  }
}

} // namespace
