//===- StackInputs.cpp - verbs that show calling stacks -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "inputs/StackInputs.h"
#include "Analysis/filter/FilterCheck.h"
#include "Profile/Texts.h"
#include "Recover/Recover.h"
#include "cli/Command.h"
#include "cli/FilterOptions.h"

using namespace llvm;

namespace anomalloc {

void StackInputs::addOptions(OptionSet &O) {
  O.group("which stacks");
  addFilterOptions(O, Options.Filter,
                   {"source files or libraries, of any level",
                    "functions, of any level, as 'Mesh::get*'"});
  O.custom("site", "SITE",
           "allocation sites: FILE:LINE, FILE, or an id that 'sites' prints",
           [this](StringRef Text) {
             Options.Sites.emplace_back(Text);
             return Error::success();
           });
  std::vector<std::string> Kinds;
  for (const BlockKind &K : blockKinds())
    Kinds.push_back(K.Name.str());
  O.choice("blocks", Kinds,
           "all that was allocated, or only blocks of one fate, if recorded "
           "with --mode=lifetime+stacks (all)",
           Kind);
  O.choice("sort", {"count", "bytes"},
           "what makes a type heavy: its blocks or their bytes (count)",
           Options.ByBytes);
  O.number("limit",
           "only the N heaviest types; 0: all (" +
               std::to_string(DefaultLimit) + ")",
           Limit);
  O.group("what makes a type");
  O.flag("user", "hide the levels of system code", Options.UserOnly);
  O.flag("fold-recursion", "show a function once in each stack",
         Options.FoldRecursion);
  O.flag("collapse-templates", "take all arguments of a template for the same",
         Options.CollapseTemplates);
  O.group("output");
  Inputs.addOptions(O);
}

Error StackInputs::checkBlocks() const {
  if (!Options.Blocks->Of)
    return Error::success();
  if (!Options.Filter.Threads.empty())
    return usageError(
        "--thread does not go with --blocks=" + Options.Blocks->Name +
        ": fates of blocks are not kept by thread");
  if (P->StackLifetimes.empty())
    return usageError("the profile does not say which blocks were " +
                      Options.Blocks->Name +
                      ": record with --mode=lifetime+stacks");
  return Error::success();
}

Expected<StackTree> StackInputs::read(ArrayRef<StringRef> Paths,
                                      bool ForPeople) {
  Inputs.KeepLanes = !Options.Filter.Threads.empty();
  Expected<std::unique_ptr<Profile>> Read = readInputs(Paths, Inputs);
  if (!Read)
    return Read.takeError();
  P = std::move(*Read);
  Options.Blocks = &blockKinds()[Kind];
  if (Error E = checkBlocks())
    return std::move(E);
  warnOfChanged(nameCode(*P));
  if (Error E = checkStackFilter(*P, Options.Filter, Options.Sites))
    return std::move(E);
  if (ForPeople)
    makePrintable(*P);
  return buildStackTree(*P, Options);
}

} // namespace anomalloc
