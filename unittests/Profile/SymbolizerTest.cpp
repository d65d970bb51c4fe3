//===- SymbolizerTest.cpp -------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Library.h"
#include "Profile/Symbolizer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Object/ELFObjectFile.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

/// The library that CMake built of Inputs/Library.cpp.
class Symbolizer : public testing::Test {
protected:
  Symbolizer()
      : File(llvm::cantFail(
            llvm::object::ObjectFile::createObjectFile(TEST_LIBRARY))),
        BuildId(llvm::toHex(llvm::object::getBuildID(File.getBinary()),
                            /*LowerCase=*/true)) {}

  uint64_t addressOf(llvm::StringRef Name) {
    for (const llvm::object::SymbolRef &S : File.getBinary()->symbols())
      if (llvm::cantFail(S.getName()) == Name)
        return llvm::cantFail(S.getAddress());
    ADD_FAILURE() << "no symbol " << Name.str();
    return 0;
  }

  std::string nameOf(uint64_t Offset, llvm::StringRef BuildId,
                     llvm::StringRef Library = TEST_LIBRARY) {
    Profile P;
    P.Dark.push_back({Library, BuildId, Offset, ""});
    Changed = symbolize(P);
    return P.Dark[0].Function.str();
  }

  llvm::object::OwningBinary<llvm::object::ObjectFile> File;
  std::string BuildId;
  std::vector<std::string> Changed;
};

TEST_F(Symbolizer, NamesExportedAndInternalFunctions) {
  EXPECT_EQ(nameOf(addressOf("_ZN7library4seenEPv") + 1, BuildId),
            "_ZN7library4seenEPv");
  EXPECT_EQ(nameOf(addressOf("_ZN7libraryL6hiddenEPv") + 1, BuildId),
            "_ZN7libraryL6hiddenEPv");
  EXPECT_TRUE(Changed.empty());
}

TEST_F(Symbolizer, LeavesWhatItDoesNotKnow) {
  EXPECT_EQ(nameOf(uint64_t(1) << 40, BuildId), "");
  EXPECT_EQ(nameOf(0, BuildId), "");
  EXPECT_EQ(nameOf(1, BuildId, "/no/such/library.so"), "");
  EXPECT_EQ(nameOf(1, "", ""), "");
}

TEST_F(Symbolizer, DoesNotTrustAnotherBuild) {
  uint64_t Address = addressOf("_ZN7library4seenEPv") + 1;
  EXPECT_EQ(nameOf(Address, "0123456789abcdef"), "");
  EXPECT_EQ(Changed, std::vector<std::string>{TEST_LIBRARY});
  EXPECT_EQ(nameOf(Address, ""), "");
}

TEST(Libraries, ThoseThatWePreloadAreNoUsers) {
  EXPECT_TRUE(isSystemLibrary("/opt/lib/anomalloc/libanomalloc_rt_devices.so"));
  EXPECT_TRUE(isSystemLibrary("/opt/lib/anomalloc/libanomalloc_mpi.so"));
  EXPECT_FALSE(isSystemLibrary("/home/anomalloc/libanomalloc_x.so"));
  EXPECT_FALSE(isSystemLibrary("/home/anomalloc/libsolver.so"));
}

} // namespace
