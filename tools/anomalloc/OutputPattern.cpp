//===- OutputPattern.cpp - which profiles did a run write? ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputPattern.h"
#include "anomalloc/ProfileFormat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cstring>

using namespace llvm;

namespace anomalloc {
namespace {

void expand(SmallString<256> Folder, ArrayRef<StringRef> Components,
            std::vector<std::string> &Found) {
  if (Components.empty()) {
    Found.push_back(Folder.str().str());
    return;
  }
  StringRef First = Components.front();
  if (!First.contains('%')) {
    sys::path::append(Folder, First);
    return expand(Folder, Components.drop_front(), Found);
  }
  std::string Text = globOfPattern(First); // must outlive the pattern
  Expected<GlobPattern> Glob = GlobPattern::create(Text);
  if (!Glob)
    return consumeError(Glob.takeError());
  std::error_code Error;
  for (sys::fs::directory_iterator
           It(Folder.empty() ? "." : Twine(Folder), Error),
       End;
       It != End && !Error; It.increment(Error)) {
    StringRef Name = sys::path::filename(It->path());
    if (!Glob->match(Name))
      continue;
    SmallString<256> Next = Folder;
    sys::path::append(Next, Name);
    expand(Next, Components.drop_front(), Found);
  }
}

bool isProfileSince(StringRef Path, uint64_t Since) {
  format::FileHeader Header;
  auto Buffer = MemoryBuffer::getFileSlice(Path, sizeof Header, 0);
  if (!Buffer || (*Buffer)->getBufferSize() < sizeof Header)
    return false;
  memcpy(&Header, (*Buffer)->getBufferStart(), sizeof Header);
  return memcmp(Header.Magic, format::FileMagic, sizeof Header.Magic) == 0 &&
         Header.StartTime >= Since;
}

} // namespace

std::string optionValue(StringRef Options, StringRef Key) {
  std::string Value, Item;
  auto Finish = [&] {
    auto [Name, Text] = StringRef(Item).split('=');
    if (Name == Key)
      Value = Text.str();
    Item.clear();
  };
  for (size_t I = 0; I < Options.size(); ++I) {
    if (Options.substr(I).starts_with("\\:"))
      Item += Options[++I];
    else if (Options[I] == ':')
      Finish();
    else
      Item += Options[I];
  }
  Finish();
  return Value;
}

void appendOption(std::string &Options, StringRef Key, StringRef Value) {
  if (!Options.empty())
    Options += ':';
  Options += (Key + "=").str();
  for (char C : Value) {
    if (C == ':')
      Options += '\\';
    Options += C;
  }
}

std::string globOfPattern(StringRef Pattern) {
  std::string Glob;
  for (size_t I = 0; I < Pattern.size(); ++I) {
    char C = Pattern[I];
    if (C == '%' && I + 1 < Pattern.size()) {
      C = Pattern[++I];
      Glob += C == '%' ? "%" : "*";
      continue;
    }
    if (StringRef("*?[]{}\\").contains(C))
      Glob += '\\';
    Glob += C;
  }
  return Glob;
}

std::vector<std::string> findProfiles(StringRef Pattern, uint64_t Since) {
  SmallVector<StringRef, 8> Components;
  Pattern.split(Components, '/', -1, /*KeepEmpty=*/false);
  std::vector<std::string> Found;
  expand(Pattern.starts_with("/") ? SmallString<256>("/") : SmallString<256>(),
         Components, Found);
  erase_if(Found, [&](StringRef Path) { return !isProfileSince(Path, Since); });
  sort(Found);
  return Found;
}

} // namespace anomalloc
