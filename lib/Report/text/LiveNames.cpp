//===- LiveNames.cpp - names of the rows of 'anomalloc top' ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/SitePlace.h"
#include "Report/text/Columns.h"
#include "Report/text/Names.h"
#include "Report/top/TopPicture.h"
#include "Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

const UserLines &LiveNames::callersOf(const Site &S) {
  // Of code that was loaded meanwhile, too.
  if (!Callers || Sites != P.Sites.size()) {
    Sites = P.Sites.size();
    Depths = std::make_unique<LoopDepths>(P);
    Callers = std::make_unique<UserCallers>(P, *Depths);
  }
  return Callers->of(S);
}

static std::string darkName(const Profile &P, LiveKey Key,
                            const TextStyle &Style) {
  uint32_t Index = uint32_t(Key);
  if (Index >= P.Dark.size())
    return "? (dark)";
  const DarkOrigin &D = P.Dark[Index];
  return darkPlace(D.Function, D.Library, Style, 0);
}

std::string LiveNames::siteName(const Site &S, const TextStyle &Style) {
  const UserLines &Lines = callersOf(S);
  if (Lines.size() == 0)
    return briefLine(frameWithLine(S), Style.Width);
  std::string Others;
  if (Lines.size() > 1)
    Others = " or " + formatNumberOf(Lines.size() - 1, "more line");
  size_t Words = strlen("from ") + Others.size();
  return "from " +
         briefLine(Lines.Lines[0], Style.Width - std::min(Style.Width, Words)) +
         Others;
}

static std::string threadName(const Lane &L) {
  std::string Text = L.Name + " (" + utostr(L.Tid) + ")";
  return L.Threads > 1
             ? Text + " and " + formatNumberOf(L.Threads - 1, "later thread")
             : Text;
}

std::string stackName(const LiveStack &S, size_t Width) {
  auto IsUser = [](const LiveStack::Level &L) { return L.IsUser; };
  const bool HasUser = any_of(S.Levels, IsUser);
  std::string Names;
  for (const LiveStack::Level &L : S.Levels)
    if (!HasUser || L.IsUser)
      Names += (Names.empty() ? "" : " <- ") +
               (L.Function.empty() ? "0x" + utohexstr(L.Offset, true)
                                   : briefFunctionName(L.Function, 40));
  return cutEnd(printable(Names), Width);
}

std::string LiveNames::shortName(LiveView V, LiveKey Key, size_t Width) {
  TextStyle Style;
  Style.Width = std::max<size_t>(Width, 24);
  std::string Name;
  switch (V) {
  case LiveView::Sites:
    if (Key & DarkRow) {
      Name = darkName(P, Key, Style);
      break;
    }
    Name = siteName(P.Sites[Key], Style);
    break;
  case LiveView::Sections:
    Name = Key ? P.Sections[Key] : "(outside all sections)";
    break;
  case LiveView::Sizes:
    Name = formatNumberOf(Key, "byte");
    break;
  case LiveView::Threads:
    Name = threadName(P.Lanes[Key]);
    break;
  case LiveView::Stacks: // stackName()
    break;
  }
  return cutEnd(printable(Name), Width);
}

} // namespace anomalloc
