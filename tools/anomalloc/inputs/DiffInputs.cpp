//===- DiffInputs.cpp - the runs that are compared ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "inputs/DiffInputs.h"
#include "Analysis/filter/FilterCheck.h"
#include "Profile/Texts.h"
#include "Recover/Recover.h"
#include "Support/Printable.h"
#include "cli/Command.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace anomalloc {

void DiffInputs::addOptions(OptionSet &O) {
  struct Row {
    StringRef Name, Help;
    std::vector<Paths> &Target;
  };
  for (const Row &R :
       {Row{"base",
            "repeated runs of the build to compare with: what varies "
            "among them is no change",
            Base},
        Row{"new",
            "repeated runs of a newer build; may come again, for one "
            "more build",
            New}})
    O.arguments(
        R.Name, "PROFILE...", R.Help,
        [&Target = R.Target](StringRef Path) {
          Target.push_back({Path.str()});
          return Error::success();
        },
        [&Target = R.Target](StringRef Path) {
          Target.back().push_back(Path.str());
          return Error::success();
        });
  O.custom("label", "NAME",
           "what to call the first build, and so on (the names of the files)",
           [this](StringRef Text) {
             Labels.push_back(Text.str());
             return Error::success();
           });
  Inputs.addOptions(O);
}

Expected<std::vector<DiffInputs::Paths>>
DiffInputs::findSides(ArrayRef<StringRef> Arguments) const {
  std::vector<Paths> Sides;
  if (Base.empty() && New.empty()) {
    for (StringRef Path : Arguments)
      Sides.push_back({Path.str()});
    if (Sides.size() < 2)
      return usageError(
          (Sides.empty() ? "no profile named" : "only one profile named") +
          Twine(": diff compares two or more, the one from before first; "
                "'anomalloc report' shows one"));
    return Sides;
  }
  if (!Arguments.empty())
    return usageError("'" + Arguments.front() +
                      "' stands before --base and --new: name it behind one "
                      "of them");
  if (Base.empty() || New.empty())
    return usageError(Base.empty() ? "--new needs runs to compare with: --base"
                                   : "--base needs runs to compare: --new");
  Paths All;
  for (const Paths &Some : Base)
    append_range(All, Some);
  Sides.push_back(std::move(All));
  append_range(Sides, New);
  return Sides;
}

/// The names of the files, as far as they differ; else their paths.
std::vector<std::string> DiffInputs::labelsOf(ArrayRef<Paths> Sides) const {
  std::vector<std::string> Names;
  std::set<StringRef> Different;
  for (const Paths &Side : Sides) {
    StringRef Name = sys::path::filename(StringRef(Side.front()).rtrim('/'));
    Name.consume_back(".anomalloc");
    Names.push_back(Name.str());
  }
  Different.insert(Names.begin(), Names.end());
  if (!Base.empty()) {
    Names = {"base", "new"};
    for (size_t I = 2; I < Sides.size(); ++I)
      Names.push_back("new " + utostr(I));
  } else if (Different.size() != Names.size()) {
    for (auto [Name, Side] : zip(Names, Sides))
      Name = Side.front();
  }
  for (auto [Name, Label] : zip(Names, Labels))
    Name = Label;
  return Names;
}

Expected<std::vector<Side>> DiffInputs::read(ArrayRef<StringRef> Arguments,
                                             const Filter &F, bool ForPeople) {
  Expected<std::vector<Paths>> Named = findSides(Arguments);
  if (!Named)
    return Named.takeError();
  if (Labels.size() > Named->size())
    return usageError("--label: there are " + Twine(Labels.size()) +
                      " labels, but " + Twine(Named->size()) + " builds");
  Inputs.KeepLanes = !F.Threads.empty();
  std::vector<Side> Sides;
  std::set<std::string> Changed;
  Error NothingPasses = Error::success();
  bool Passes = false;
  for (const auto &[Paths, Label] : zip(*Named, labelsOf(*Named))) {
    Side &S = Sides.emplace_back();
    S.Label = ForPeople ? printable(Label) : Label;
    for (StringRef Path : Paths) {
      Expected<std::unique_ptr<Profile>> P = readInputs({Path}, Inputs);
      if (!P)
        return joinErrors(std::move(NothingPasses), P.takeError());
      for (std::string &File : nameCode(**P))
        Changed.insert(std::move(File));
      // What a filter names may be in some of the builds only.
      Error E = checkFilter(**P, F);
      Passes |= !E;
      if (!NothingPasses)
        NothingPasses = std::move(E);
      else
        consumeError(std::move(E));
      S.Runs.push_back(P->get());
      Profiles.push_back(std::move(*P));
    }
  }
  if (!Passes)
    return std::move(NothingPasses);
  consumeError(std::move(NothingPasses));
  warnOfChanged(std::vector<std::string>(Changed.begin(), Changed.end()));
  if (ForPeople)
    for (const std::unique_ptr<Profile> &P : Profiles)
      makePrintable(*P);
  return Sides;
}

} // namespace anomalloc
