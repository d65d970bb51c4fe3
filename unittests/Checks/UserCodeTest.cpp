//===- UserCodeTest.cpp - whose code a declaration is ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/framework/UserCode.h"
#include "utils/ast/SourceText.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace clang::tidy::anomalloc;

namespace {

TEST(UserCodeTest, InstalledHeadersAreToldByTheirPlace) {
  EXPECT_TRUE(isInstalledHeader("/usr/include/eigen3/Eigen/Core"));
  EXPECT_TRUE(isInstalledHeader("/usr/local/include/fmt/core.h"));
  EXPECT_TRUE(
      isInstalledHeader("/usr/lib/gcc/x86_64-linux-gnu/12/include/a.h"));
  EXPECT_TRUE(isInstalledHeader("/usr/bin/../include/boost/any.hpp"));
  EXPECT_FALSE(isInstalledHeader("/usr/src/solver/include/mesh.h"));
  EXPECT_FALSE(isInstalledHeader("/home/user/usr/include/mesh.h"));
  EXPECT_FALSE(isInstalledHeader("/usr/include/../src/mesh.h"));
  EXPECT_FALSE(isInstalledHeader("include/mesh.h"));
  EXPECT_FALSE(isInstalledHeader(""));
}

/// The names of the user's declarations of a unit with these headers.
std::vector<std::string>
userNames(const tooling::FileContentMappings &Headers) {
  std::string Code;
  for (const auto &[Path, Text] : Headers)
    Code += "#include \"" + Path + "\"\n";
  Code += "namespace n { int mine; }\n";
  auto AST = tooling::buildASTFromCodeWithArgs(
      Code, {}, "/home/user/input.cpp", TEST_CLANG,
      std::make_shared<PCHContainerOperations>(),
      tooling::getClangStripDependencyFileAdjuster(), Headers);
  std::vector<std::string> Names;
  for (const Decl *D : userDeclarations(AST->getASTContext()))
    Names.push_back(cast<NamedDecl>(D)->getNameAsString());
  return Names;
}

TEST(UserCodeTest, OnlyTheUsersDeclarationsCount) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(userNames({}), Names{"mine"});
  EXPECT_EQ(userNames({{"/home/user/a.h", "namespace n { int a; }"}}),
            (Names{"a", "mine"}));
  // Included by its path, as by -I: no header of the system for the compiler.
  EXPECT_EQ(userNames({{"/usr/include/lib/a.h", "namespace n { int a; }"}}),
            Names{"mine"});
  EXPECT_EQ(userNames({{"/usr/include/lib/a.h", "int a;"},
                       {"/home/user/b.h", "extern \"C\" { int b; }"}}),
            (Names{"b", "mine"}));
}

TEST(UserCodeTest, TablesOfNumbersAreLeftOut) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(userNames({{"/home/user/a.h",
                        "const int a[] = {1, -2, 'c'}; double b[2][2] = {{1}, "
                        "{2, 3.5}}; int f(); int c[] = {1, f()}; int d = 4;"
                        "int *e[] = {&d};"}}),
            (Names{"f", "c", "d", "e", "mine"}));
}

} // namespace
