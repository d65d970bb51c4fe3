//===- TypeReachTest.cpp - can a type reach another -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walks that this one replaced gave different answers; each test says which
// is right.
//
//===----------------------------------------------------------------------===//

#include "utils/objects/TypeReach.h"
#include "ParsedCode.h"
#include "utils/objects/HeapOwning.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace clang::tidy::anomalloc;
using anomalloc_test::ParsedCode;

namespace {

class TypeReachTest : public testing::Test {
protected:
  TypeReachTest()
      : Parsed(R"cpp(
          #include <any>
          #include <functional>
          #include <list>
          #include <map>
          #include <memory>
          #include <mutex>
          #include <string>
          #include <string_view>
          #include <variant>
          #include <vector>
          namespace n {
          class Undefined;
          struct Row { double a[4]; };
          struct Matrix { std::vector<Row> rows; };
          struct Options { int level; bool verbose; };
          struct Node { Node *next; Row row; };
          struct Base { double *p; };
          struct Derived : Base { Derived() { p = new double[8]; } };
          struct Names { const char *names[4]; Names(); };
          struct Callback { void (*f)(); };
          Undefined *undefined;
          double number; double *numbers;
          Row row; Row *rowPointer; Matrix matrix; Options options; Node node;
          Derived derived; Callback callback; std::shared_ptr<Node> shared;
          std::string text; std::string_view view;
          std::vector<int> ints; std::vector<int *> pointers;
          std::list<Row> rows; std::list<Row>::iterator rowAt;
          std::map<int, Row>::iterator entryAt;
          std::any any; std::function<void()> function;
          std::unique_lock<std::mutex> lock; std::mutex mutex;
          std::variant<int, std::string> choice;
          std::variant<int, double> numberChoice;
          std::pair<int, std::string> pair;
          }
        )cpp") {
    EXPECT_TRUE(Parsed.ok());
  }
  QualType type(llvm::StringRef Variable) {
    const ValueDecl *D = Parsed.find("n", Variable);
    EXPECT_TRUE(D) << Variable.str();
    return D ? D->getType() : QualType();
  }
  bool refers(llvm::StringRef From, llvm::StringRef To) {
    return mayHoldReference(type(From), type(To));
  }
  bool leads(llvm::StringRef From, llvm::StringRef To) {
    return leadsTo(type(From), type(To));
  }
  bool owns(llvm::StringRef Variable) {
    return bool(HeapOwning("").of(type(Variable)));
  }
  ParsedCode Parsed;
};

TEST_F(TypeReachTest, AnIteratorOfNodesRefersToItsElements) {
  // It has pointers to nodes without a type only.
  EXPECT_TRUE(refers("rowAt", "row"));
  EXPECT_TRUE(refers("entryAt", "row"));
  EXPECT_TRUE(refers("rowAt", "rows")); // an element is a part of it
  EXPECT_FALSE(refers("rowAt", "options"));
}

TEST_F(TypeReachTest, APointerToAPartRefersToTheWhole) {
  EXPECT_TRUE(refers("rowPointer", "matrix"));
  EXPECT_TRUE(refers("numbers", "matrix"));
  EXPECT_FALSE(refers("numbers", "options"));
  EXPECT_FALSE(refers("number", "matrix"));
}

TEST_F(TypeReachTest, AContainerOfPointersRefersButIsNoHandle) {
  EXPECT_TRUE(mayHoldReference(type("pointers")));
  EXPECT_FALSE(isHandle(type("pointers")));
  EXPECT_FALSE(mayHoldReference(type("ints")));
  EXPECT_TRUE(isHandle(type("view")));
  EXPECT_TRUE(isHandle(type("rowAt")));
  EXPECT_FALSE(isHandle(type("text")));
}

TEST_F(TypeReachTest, WhatIsHiddenMayBeAnything) {
  EXPECT_TRUE(leads("function", "row")); // void() says nothing
  EXPECT_TRUE(leads("any", "row"));
  EXPECT_TRUE(leads("undefined", "row"));
  EXPECT_TRUE(mayHoldReference(type("undefined")->getPointeeType()));
}

TEST_F(TypeReachTest, OptionsLeadToNoRow) {
  // Not every class is a way to every other.
  EXPECT_FALSE(leads("options", "row"));
  EXPECT_TRUE(leads("matrix", "row"));
  EXPECT_TRUE(leads("node", "row"));
  EXPECT_TRUE(leads("text", "text"));
}

TEST_F(TypeReachTest, ALockRefersToItsMutex) {
  EXPECT_TRUE(refers("lock", "mutex"));
}

TEST_F(TypeReachTest, ABlockIsKeptInTheBaseClassToo) {
  EXPECT_TRUE(canKeepBlocks(*type("derived")->getAsCXXRecordDecl()));
  EXPECT_FALSE(canKeepBlocks(*type("callback")->getAsCXXRecordDecl()));
  // The counted block is the pointer's own.
  EXPECT_FALSE(canKeepBlocks(*type("shared")->getAsCXXRecordDecl()));
  EXPECT_TRUE(owns("derived"));
}

TEST_F(TypeReachTest, AVariantOwnsWhatItsAlternativesOwn) {
  // libstdc++ keeps them in a buffer of bytes.
  EXPECT_TRUE(owns("choice"));
  EXPECT_FALSE(owns("numberChoice"));
  EXPECT_TRUE(owns("pair"));
}

TEST_F(TypeReachTest, AnswersGoWithTheirContext) {
  EXPECT_TRUE(leads("matrix", "row"));
  for (int I = 0; I < 2; ++I) {
    ParsedCode Other("namespace n { struct Row {}; struct Matrix { int r; }; "
                     "Row row; Matrix matrix; }");
    EXPECT_FALSE(leadsTo(Other.find("n", "matrix")->getType(),
                         Other.find("n", "row")->getType()));
  }
}

} // namespace
