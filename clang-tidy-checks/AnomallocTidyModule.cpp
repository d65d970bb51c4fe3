//===- AnomallocTidyModule.cpp - registers the checks ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What clang-tidy finds when it loads the module: a factory for each row of
// Checks.def, under the prefix anomalloc-.
//
//===----------------------------------------------------------------------===//

#include "Weights/FileFacts.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include "utils/framework/Compat.h"

namespace clang::tidy {
namespace anomalloc {

// ANOMALLOC_CHECK_FACTORY, in the file of each check, defines these.
#define ANOMALLOC_CHECK(ClassName, Name, Severity, Surest, Summary)            \
  std::unique_ptr<ClangTidyCheck> make##ClassName(StringRef,                   \
                                                  ClangTidyContext *);
#include "anomalloc/Checks.def"
std::unique_ptr<ClangTidyCheck> makeFileFactsCheck(StringRef,
                                                   ClangTidyContext *);

namespace {

class AnomallocTidyModule : public ClangTidyModule {
public:
  void addCheckFactories(ClangTidyCheckFactories &Factories) override {
#define ANOMALLOC_CHECK(ClassName, Name, Severity, Surest, Summary)            \
  Factories.registerCheckFactory("anomalloc-" Name, make##ClassName);
#include "anomalloc/Checks.def"
    // No check of allocations: apart from the table, and no glob of ours finds
    // it.
    Factories.registerCheckFactory(::anomalloc::FileFactsCheckName,
                                   makeFileFactsCheck);
  }
};

} // namespace

static ClangTidyModuleRegistry::Add<AnomallocTidyModule>
    X("anomalloc", "Finds memory allocation anomalies.");

} // namespace anomalloc

// Pulled in by a program that links the module instead of loading it (clangd).
volatile int AnomallocModuleAnchorSource = 0;

} // namespace clang::tidy
