//===- IncludingCheck.h - checks whose changes add an #include --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_INCLUDINGCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_INCLUDINGCHECK_H

#include "clang-tidy/utils/IncludeInserter.h"
#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Base of checks whose changes add an #include. \p Base is AnomallocCheck, or
/// a class that derives from it.
template <typename Base> class IncludingCheck : public Base {
public:
  using Base::Base;

  void registerPPCallbacks(const SourceManager &, Preprocessor *PP,
                           Preprocessor *) override {
    Includes.registerPreprocessor(PP);
  }
  void storeOptions(ClangTidyOptions::OptionMap &Map) override {
    Base::storeOptions(Map);
    this->Options.store(Map, "IncludeStyle", Includes.getStyle());
  }

protected:
  /// Adds to \p Fixes the #include of \p Header, as "<vector>", in the file of
  /// \p At, unless the file has it.
  template <typename List>
  void include(llvm::StringRef Header, SourceLocation At, List &Fixes,
               const SourceManager &SM) {
    if (auto Fix = Includes.createIncludeInsertion(SM.getFileID(At), Header))
      Fixes.push_back(*Fix);
  }

private:
  utils::IncludeInserter Includes{
      this->Options.getLocalOrGlobal("IncludeStyle",
                                     utils::IncludeSorter::IS_LLVM),
      this->areDiagsSelfContained()};
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_INCLUDINGCHECK_H
