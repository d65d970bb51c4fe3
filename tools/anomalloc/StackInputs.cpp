//===- StackInputs.cpp - verbs that show calling stacks -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackInputs.h"
#include "Command.h"
#include "Inputs.h"
#include "Profile/Symbolizer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {

void StackInputs::addOptions(OptionSet &O) {
  auto Globs = [](std::vector<GlobPattern> &Target) {
    return [&Target](StringRef Text) { return addGlob(Target, Text); };
  };
  O.group("which stacks");
  O.custom("size", "LIST", "sizes and ranges: 12,24 or 1-64 or 4K-",
           [this](StringRef Text) { return Options.Filter.Sizes.parse(Text); });
  O.custom("section", "GLOB", "sections; 'outside' is outside of all",
           Globs(Options.Filter.Sections));
  O.custom("site", "ID", "allocation sites, by the ids that 'sites' prints",
           [this](StringRef Text) -> Error {
             uint64_t Id;
             if (Text.getAsInteger(16, Id))
               return usageError("'" + Text +
                                 "' is no site id: write 16 hexadecimal "
                                 "digits");
             Options.Sites.push_back(Id);
             return Error::success();
           });
  O.custom("file", "GLOB", "source files or libraries, of any level",
           Globs(Options.Filter.Files));
  O.custom("function", "GLOB", "functions, of any level, as 'Mesh::get*'",
           Globs(Options.Filter.Functions));
  O.custom("thread", "GLOB", "threads, by number (0 is the first) or name",
           Globs(Options.Filter.Threads));
  O.number("limit",
           "only the N types with the most occurrences; 0: all (" +
               std::to_string(DefaultLimit) + ")",
           Limit);
  O.group("what makes a type");
  O.flag("user", "hide the levels of system code", Options.UserOnly);
  O.flag("fold-recursion", "show a function once in each stack",
         Options.FoldRecursion);
  O.flag("collapse-templates", "take all arguments of a template for the same",
         Options.CollapseTemplates);
  O.group("output");
  O.flag("keep-going", "leave out profiles that cannot be read", KeepGoing);
}

Expected<StackTree> StackInputs::read(ArrayRef<StringRef> Paths) {
  Expected<std::unique_ptr<Profile>> Read = readInputs(
      Paths, {/*KeepLanes=*/!Options.Filter.Threads.empty(), KeepGoing});
  if (!Read)
    return Read.takeError();
  P = std::move(*Read);
  for (const std::string &Path : symbolizeStacks(*P))
    errs() << "anomalloc: warning: " << Path
           << " has changed since the run: its functions have no names\n";
  Options.Limit = Limit.value_or(DefaultLimit);
  return buildStackTree(*P, Options);
}

} // namespace anomalloc
