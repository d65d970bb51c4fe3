//===- FunctionKeyTest.cpp ----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/sites/FunctionKey.h"
#include "anomalloc/FunctionHash.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Module.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

/// Functions of a unit that was compiled from "src/a.cpp".
class Unit {
public:
  Unit() : M("merged", Context), Debug(M) {
    M.setSourceFileName("src/a.cpp");
    File = Debug.createFile("src/debug.cpp", "/home/me");
    Debug.createCompileUnit(llvm::dwarf::DW_LANG_C_plus_plus, File, "test",
                            /*isOptimized=*/true, "", 0);
  }

  using Linkage = llvm::GlobalValue::LinkageTypes;
  llvm::Function &function(llvm::StringRef Name,
                           Linkage Its = llvm::Function::ExternalLinkage) {
    auto *Type = llvm::FunctionType::get(llvm::Type::getVoidTy(Context), false);
    return *llvm::Function::Create(Type, Its, Name, M);
  }

  /// What debug information says of a function.
  llvm::DISubprogram &subprogram(llvm::StringRef Name,
                                 llvm::StringRef LinkageName, bool IsLocal) {
    auto Flags = llvm::DISubprogram::SPFlagDefinition;
    if (IsLocal)
      Flags |= llvm::DISubprogram::SPFlagLocalToUnit;
    return *Debug.createFunction(
        File, Name, LinkageName, File, 1,
        Debug.createSubroutineType(Debug.getOrCreateTypeArray({})), 1,
        llvm::DINode::FlagZero, Flags);
  }

  llvm::LLVMContext Context;
  llvm::Module M;
  llvm::DIBuilder Debug;
  llvm::DIFile *File;
};

TEST(FunctionKey, TheKeyIsTheLinkageName) {
  Unit U;
  EXPECT_EQ(functionKey(U.function("_Z1fv")), "_Z1fv");
  EXPECT_EQ(
      functionKey(U.function("_Z1gv", llvm::Function::LinkOnceODRLinkage)),
      "_Z1gv");
}

TEST(FunctionKey, OfInternalLinkageTheUnitIsAPart) {
  Unit U;
  llvm::Function &F = U.function("_ZL1fv", llvm::Function::InternalLinkage);
  EXPECT_EQ(unitOf(F), "src/a.cpp");
  EXPECT_EQ(functionKey(F), "src/a.cpp:_ZL1fv");
}

TEST(FunctionKey, WhatThinLtoAppendsIsNoPart) {
  Unit U;
  EXPECT_EQ(linkageName(U.function("_Z1fv.llvm.1234567890")), "_Z1fv");
  EXPECT_EQ(linkageName(U.function("_Z1fv.llvm.")), "_Z1fv.llvm.");
  EXPECT_EQ(linkageName(U.function("_Z1fv.llvm.12a")), "_Z1fv.llvm.12a");
  EXPECT_EQ(linkageName(U.function("a.llvm.1.llvm.2")), "a.llvm.1");
}

TEST(FunctionKey, TheMarkOfAnAssemblerLabelIsNoPart) {
  Unit U;
  EXPECT_EQ(linkageName(U.function("\1read")), "read");
  EXPECT_EQ(linkageName(U.function("\1read.llvm.5")), "read");
}

TEST(FunctionKey, DebugInformationKnowsHowItWasCompiled) {
  Unit U;
  // Link-time optimization made an external function internal.
  llvm::Function &Shared = U.function("_Z1fv", llvm::Function::InternalLinkage);
  Shared.setSubprogram(&U.subprogram("f", "_Z1fv", /*IsLocal=*/false));
  EXPECT_EQ(functionKey(Shared), "_Z1fv");
  // ThinLTO made an internal one external.
  llvm::Function &Local = U.function("_ZL1gv.llvm.77");
  Local.setSubprogram(&U.subprogram("g", "_ZL1gv", /*IsLocal=*/true));
  EXPECT_EQ(functionKey(Local), "src/debug.cpp:_ZL1gv");
}

TEST(FunctionKey, ASubprogramHasTheKeyOfItsFunction) {
  Unit U;
  EXPECT_EQ(functionKey(U.subprogram("f", "_Z1fv", /*IsLocal=*/false)),
            "_Z1fv");
  EXPECT_EQ(functionKey(U.subprogram("g", "_ZL1gv", /*IsLocal=*/true)),
            "src/debug.cpp:_ZL1gv");
  // Functions of C have no other name.
  EXPECT_EQ(functionKey(U.subprogram("main", "", /*IsLocal=*/false)), "main");
}

TEST(FunctionKey, TheHashIsThatOfTheKey) {
  Unit U;
  llvm::Function &F = U.function("_ZL1fv", llvm::Function::InternalLinkage);
  EXPECT_EQ(functionHash(F), functionHash("src/a.cpp", "_ZL1fv"));
  EXPECT_EQ(functionHash(F), functionHash("", functionKey(F)));
  EXPECT_NE(functionHash(F), functionHash("", "_ZL1fv"));
  // Profiles and objects have this number.
  EXPECT_EQ(functionHash("", "main"), 5322843316632772325u);
}

TEST(FunctionKey, AnAliasIsAnotherName) {
  Unit U;
  llvm::Function &F = U.function("_ZN1AC2Ev");
  auto *Alias = llvm::GlobalAlias::create("_ZN1AC1Ev.llvm.9", &F);
  EXPECT_EQ(functionHash(*Alias), functionHash("", "_ZN1AC1Ev"));
}

} // namespace
