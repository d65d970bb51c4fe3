//===- StackExports.cpp - reading for formats of stacks -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "exports/StackExports.h"
#include "Analysis/filter/FilterCheck.h"
#include "Profile/Texts.h"
#include "Recover/Recover.h"
#include "Support/Printable.h"
#include "cli/Command.h"
#include "cli/FilterOptions.h"
#include "cli/Messages.h"

using namespace llvm;

namespace anomalloc {

void StackExports::addOptions(OptionSet &O) {
  O.group("formats of stacks");
  std::vector<OptionWord> Words;
  for (const StackMeasure &M : stackMeasures())
    Words.push_back(
        {M.Name.str(), M.Help.str() + (M.Blocks == StackBlocks::All
                                           ? ""
                                           : " (record --mode=lifetime)")});
  O.choice("measure", "MEASURE", std::move(Words),
           "what a format tells that has room for one number, and what others "
           "show first (allocations):",
           Measure);
  O.custom("label", "KEY=VALUE",
           "pprof: a label of all samples, as version=1.2; may come again. The "
           "host's label, and a section's, are there anyhow",
           [this](StringRef Text) -> Error {
             auto [Key, Value] = Text.split('=');
             if (Key.empty() || Value.empty())
               return usageError("'" + Text + "' is no label: write KEY=VALUE");
             if (Key == "section" || Key == "bytes")
               return usageError("--label: '" + Key +
                                 "' is a label that samples have already");
             Labels.emplace_back(printable(Key), printable(Value));
             return Error::success();
           });
  addFilterOptions(O, Chosen,
                   {"source files, or libraries of dark allocations",
                    "functions, as 'Mesh::get*'"});
}

Error StackExports::chooseMeasure() {
  Shown = &stackMeasures()[Measure.value_or(0)];
  if (Shown->Blocks == StackBlocks::All || Stacks.HasFates)
    return Error::success();
  if (!Chosen.Threads.empty())
    return usageError("--thread does not go with --measure=" + Shown->Name +
                      ": fates of blocks are not kept by thread");
  return usageError("the profile does not say what became of blocks: record "
                    "with --mode=lifetime, or lifetime+stacks");
}

Error StackExports::read(ArrayRef<StringRef> Paths, InputOptions Inputs,
                         bool ShowsAccesses) {
  Inputs.KeepLanes = !Chosen.Threads.empty();
  Expected<std::unique_ptr<Profile>> Read = readInputs(Paths, Inputs);
  if (!Read)
    return Read.takeError();
  P = std::move(*Read);
  warnOfChanged(nameCode(*P));
  if (Error E = checkFilter(*P, Chosen))
    return E;
  makePrintable(*P);
  const bool BySite =
      ShowsAccesses && hasAccesses(*P) &&
      stackMeasures()[Measure.value_or(0)].Blocks == StackBlocks::All;
  Stacks = measureStacks(*P, Chosen, BySite);
  if (Error E = chooseMeasure())
    return E;
  if (BySite)
    tell("accesses are known by site: each site has its inlined functions in "
         "place of a calling stack");
  else if (!Stacks.HasStacks)
    tell("the profile has no calling stacks: each site has its inlined "
         "functions instead; 'anomalloc record --mode=stacks' records them");
  return Error::success();
}

} // namespace anomalloc
