//===- FilterCheck.cpp - filters that name nothing ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/filter/FilterCheck.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;

namespace anomalloc {
namespace {

/// "a, b, c and 12 more".
std::string listOf(const std::set<std::string> &Names) {
  constexpr size_t Shown = 20;
  std::vector<std::string> First(
      Names.begin(), std::next(Names.begin(), std::min(Shown, Names.size())));
  std::string Text = join(First, ", ");
  if (Names.size() > Shown)
    Text += " and " + utostr(Names.size() - Shown) + " more";
  return Text;
}

Error checkSizes(const Profile &P, const SizeSet &Sizes) {
  if (Sizes.empty())
    return Error::success();
  std::set<uint64_t> All;
  for (const Count &C : P.Counts)
    if (C.Allocations)
      All.insert(C.Size);
  if (All.empty() || any_of(All, [&](uint64_t S) { return Sizes.contains(S); }))
    return Error::success();
  return makeError("--size: nothing of such a size was allocated; there are " +
                   Twine(All.size()) + " sizes from " + Twine(*All.begin()) +
                   " to " + Twine(*All.rbegin()) + " bytes");
}

Error checkSections(const Profile &P, ArrayRef<GlobPattern> Globs) {
  std::set<std::string> All;
  for (const std::string &Name : P.Sections)
    All.insert(Name.empty() ? OutsideName : Name);
  if (Globs.empty() || any_of(All, [&](const std::string &Name) {
        return matchesAny(Globs, Name);
      }))
    return Error::success();
  if (All.size() == 1)
    return makeError("--section: the profile has no sections: docs/sections.md "
                     "tells how to mark them");
  return makeError("--section: no section is called so; there are: " +
                   listOf(All));
}

Error checkThreads(const Profile &P, ArrayRef<GlobPattern> Globs) {
  std::set<std::string> All;
  for (const Lane &L : P.Lanes) {
    if (Globs.empty() || matchesAny(Globs, utostr(L.Number)) ||
        matchesAny(Globs, L.Name))
      return Error::success();
    All.insert(utostr(L.Number) + (L.Name.empty() ? "" : " (" + L.Name + ")"));
  }
  if (All.empty())
    return Error::success();
  return makeError("--thread: there is no such thread; there are: " +
                   listOf(All));
}

/// What every report can be filtered by.
Error checkCommon(const Profile &P, const Filter &F) {
  if (Error E = checkSizes(P, F.Sizes))
    return E;
  if (Error E = checkSections(P, F.Sections))
    return E;
  return checkThreads(P, F.Threads);
}

Error noFile(StringRef Where) {
  return makeError("--file: no file or library of " + Where +
                   " matches; a pattern is of a whole path or of its last "
                   "parts, as 'src/*.cpp'");
}

Error noFunction(StringRef Where) {
  return makeError("--function: no function of " + Where +
                   " matches; a pattern is of a whole name, as 'Mesh::get*'");
}

} // namespace

Error checkFilter(const Profile &P, const Filter &F) {
  if (P.Counts.empty())
    return Error::success();
  if (Error E = checkCommon(P, F))
    return E;
  auto InChain = [&](auto Matches) {
    return any_of(P.Sites,
                  [&](const Site &S) { return any_of(S.Chain, Matches); });
  };
  if (!F.Files.empty() &&
      !InChain([&](const Frame &L) { return matchesPath(F.Files, L.File); }) &&
      none_of(P.Dark, [&](const DarkOrigin &D) {
        return matchesPath(F.Files, D.Library);
      }))
    return noFile("an allocation");
  if (!F.Functions.empty() && !InChain([&](const Frame &L) {
        return matchesFunction(F.Functions, L.Function);
      }) &&
      none_of(P.Dark, [&](const DarkOrigin &D) {
        return matchesFunction(F.Functions, D.Function);
      }))
    return noFunction("an allocation");
  return Error::success();
}

Error checkStackFilter(const Profile &P, const Filter &F,
                       ArrayRef<SitePattern> Sites) {
  if (P.Counts.empty())
    return Error::success();
  if (Error E = checkCommon(P, F))
    return E;
  for (const SitePattern &Pattern : Sites)
    if (none_of(P.Sites, [&](const Site &S) { return Pattern.matches(S); }))
      return makeError("--site: no allocation site is '" + Pattern.text() +
                       "'; 'anomalloc report --only=sites --full-names' lists "
                       "those that ran");
  if (!F.Files.empty() && none_of(P.Places, [&](const CodePlace &C) {
        return matchesPath(F.Files, C.Library) ||
               any_of(C.Levels, [&](const Frame &L) {
                 return matchesPath(F.Files, L.File);
               });
      }))
    return noFile("a stack");
  if (!F.Functions.empty() && none_of(P.Places, [&](const CodePlace &C) {
        return any_of(C.Levels, [&](const Frame &L) {
          return matchesFunction(F.Functions, L.Function);
        });
      }))
    return noFunction("a stack");
  return Error::success();
}

} // namespace anomalloc
