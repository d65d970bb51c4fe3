//===- Options.cpp - options that all checks share ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/framework/Options.h"
#include "utils/framework/ColdFiles.h"

namespace clang::tidy::anomalloc {

CommonOptions::CommonOptions(const ClangTidyCheck::OptionsView &View)
    : HeapOwningTypes(View.getLocalOrGlobal("HeapOwningTypes", "")),
      Hints(View.getLocalOrGlobal("Hints", false)),
      Levels(View.getLocalOrGlobal("Levels", false)),
      AlsoReportStock(View.getLocalOrGlobal("AlsoReportStock", false)),
      Profile(View.getLocalOrGlobal("Profile", "")),
      MinAllocations(View.getLocalOrGlobal("MinAllocations", 1000U)),
      ColdFiles(View.getLocalOrGlobal("ColdFiles", ColdFiles::Default)),
      Root(View.getLocalOrGlobal("Root", "")) {}

void CommonOptions::store(const ClangTidyCheck::OptionsView &View,
                          ClangTidyOptions::OptionMap &Map) const {
  View.store(Map, "HeapOwningTypes", HeapOwningTypes);
  View.store(Map, "Hints", Hints);
  View.store(Map, "Levels", Levels);
  View.store(Map, "AlsoReportStock", AlsoReportStock);
  View.store(Map, "Profile", Profile);
  View.store(Map, "MinAllocations", MinAllocations);
  View.store(Map, "ColdFiles", ColdFiles);
  View.store(Map, "Root", Root);
}

} // namespace clang::tidy::anomalloc
