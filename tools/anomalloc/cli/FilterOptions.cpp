//===- FilterOptions.cpp - options that choose what is counted ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/FilterOptions.h"

using namespace llvm;

namespace anomalloc {

void addFilterOptions(OptionSet &O, Filter &F, const FilterHelp &Help) {
  O.custom("size", "LIST", "sizes and ranges: 12,24 or 1-64 or 4K-",
           [&F](StringRef Text) { return F.Sizes.parse(Text); });
  struct GlobOption {
    StringRef Name, Help;
    std::vector<GlobPattern> &Target;
  };
  for (const GlobOption &Row : {
           GlobOption{"section", "sections; 'outside' is outside of all",
                      F.Sections},
           {"file", Help.Files, F.Files},
           {"function", Help.Functions, F.Functions},
           {"thread", "threads, by number (0 is the first) or name", F.Threads},
       })
    O.custom(Row.Name, "GLOB", Row.Help,
             [&Target = Row.Target](StringRef Text) {
               return addGlob(Target, Text);
             });
}

} // namespace anomalloc
