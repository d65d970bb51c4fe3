//===- Texts.cpp - all names, paths and arguments of a profile ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Texts.h"
#include "Support/Printable.h"

using namespace llvm;

namespace anomalloc {

void changeTexts(
    Profile &P,
    function_ref<std::optional<std::string>(StringRef)> MakeChange) {
  auto ChangeString = [&](std::string &Text) {
    if (std::optional<std::string> New = MakeChange(Text))
      Text = std::move(*New);
  };
  auto Change = [&](StringRef &Text) {
    if (std::optional<std::string> New = MakeChange(Text))
      Text = P.save(*New);
  };
  auto ChangeFrame = [&](Frame &F) {
    Change(F.Function);
    Change(F.File);
  };
  auto ChangeVerdict = [&](std::optional<BlockVerdict> &V) {
    if (!V)
      return;
    Change(V->Name);
    Change(V->File);
    if (V->Readers)
      Change(V->Readers->First);
  };

  for (Process &One : P.Processes) {
    ChangeString(One.File);
    for (auto &[Key, Value] : One.Info)
      ChangeString(Value);
  }
  for (Lane &L : P.Lanes)
    ChangeString(L.Name);
  for (std::string &Section : P.Sections)
    ChangeString(Section);
  for (Loop &L : P.Loops) {
    Change(L.Function);
    Change(L.File);
  }
  for (Site &S : P.Sites) {
    Change(S.Callee);
    Change(S.Type);
    ChangeVerdict(S.Proved);
    for (Frame &Level : S.Chain)
      ChangeFrame(Level);
  }
  for (MakerCall &C : P.MakerCalls) {
    Change(C.Name);
    ChangeVerdict(C.Proved);
    for (Frame &Level : C.Chain)
      ChangeFrame(Level);
  }
  for (auto &[Hash, Name] : P.FunctionNames)
    Change(Name);
  for (DarkOrigin &D : P.Dark) {
    Change(D.Library);
    Change(D.Function);
    ChangeFrame(D.UserFrame);
  }
  for (Module &M : P.Modules)
    ChangeString(M.Path);
  for (CodePlace &C : P.Places) {
    Change(C.Library);
    for (Frame &Level : C.Levels)
      ChangeFrame(Level);
  }
}

void makePrintable(Profile &P) {
  changeTexts(P, [](StringRef Text) -> std::optional<std::string> {
    if (isPrintable(Text))
      return std::nullopt;
    return printable(Text);
  });
}

} // namespace anomalloc
