//===- OutputPattern.cpp - which profiles did a run write? ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/OutputPattern.h"
#include "Support/ShellQuote.h"
#include "anomalloc/ProfileFormat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/utsname.h>

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
  if (!First.contains('%') && Components.size() > 1) {
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
    // A name that was taken has a number behind it.
    StringRef Stem = Name.rtrim("0123456789");
    bool Numbered = Components.size() == 1 && Stem.size() != Name.size() &&
                    Stem.consume_back(".") && Glob->match(Stem);
    if (!Numbered && !Glob->match(Name))
      continue;
    SmallString<256> Next = Folder;
    sys::path::append(Next, Name);
    expand(Next, Components.drop_front(), Found);
  }
}

bool globMatches(StringRef Pattern, StringRef Path) {
  std::string Text = globOfPattern(Pattern);
  Expected<GlobPattern> Glob = GlobPattern::create(Text);
  if (Glob)
    return Glob->match(Path);
  consumeError(Glob.takeError());
  return false;
}

/// False if \p Path is no profile.
bool readHeader(StringRef Path, format::FileHeader &Header) {
  auto Buffer = MemoryBuffer::getFileSlice(Path, sizeof Header, 0);
  if (!Buffer || (*Buffer)->getBufferSize() < sizeof Header)
    return false;
  memcpy(&Header, (*Buffer)->getBufferStart(), sizeof Header);
  return memcmp(Header.Magic, format::FileMagic, sizeof Header.Magic) == 0;
}

bool isProfileSince(StringRef Path, uint64_t Since) {
  format::FileHeader Header;
  return sys::fs::is_regular_file(Path) && readHeader(Path, Header) &&
         Header.StartTime >= Since;
}

} // namespace

std::optional<StringRef> mpiRank() {
  constexpr const char *Variables[] = {
#define ANOMALLOC_RANK_VARIABLE(Name) Name,
#include "anomalloc/RankVariables.def"
  };
  for (const char *Name : Variables)
    if (const char *Rank = getenv(Name))
      return Rank;
  return std::nullopt;
}

std::string hostName() {
  utsname Names = {};
  uname(&Names);
  return Names.nodename;
}

std::string expandPattern(StringRef Pattern, StringRef Program, StringRef Pid) {
  std::string Text;
  for (size_t I = 0; I < Pattern.size(); ++I) {
    char C = Pattern[I];
    if (C != '%' || I + 1 == Pattern.size()) {
      Text += C;
      continue;
    }
    switch (C = Pattern[++I]) {
    case 'n':
      Text += Program;
      break;
    case 'p':
      Text += Pid;
      break;
    case 'h':
      Text += hostName();
      break;
    case 'r':
      Text += mpiRank().value_or("0");
      break;
    case '%':
      Text += '%';
      break;
    default:
      Text += '%';
      Text += C;
    }
  }
  return Text;
}

std::string escapePattern(StringRef Path) {
  std::string Pattern;
  for (char C : Path)
    Pattern.append(C == '%' ? 2 : 1, C);
  return Pattern;
}

std::string withProgram(StringRef Pattern, StringRef Program) {
  std::string Text;
  for (size_t I = 0; I < Pattern.size(); ++I) {
    StringRef Part = Pattern.substr(I, Pattern[I] == '%' ? 2 : 1);
    Text += Part == "%n" ? escapePattern(Program) : Part.str();
    I += Part.size() - 1;
  }
  return Text;
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

std::vector<std::string> profilesInFolder(StringRef Folder) {
  std::vector<std::string> Found;
  std::error_code Error;
  for (sys::fs::directory_iterator It(Folder, Error), End; It != End && !Error;
       It.increment(Error))
    if (isProfileSince(It->path(), 0))
      Found.push_back(It->path());
  sort(Found);
  return Found;
}

format::FileHeader headerOf(StringRef Path) {
  format::FileHeader Header;
  return readHeader(Path, Header) ? Header : format::FileHeader();
}

static std::vector<std::string> findFiles(StringRef Pattern) {
  SmallVector<StringRef, 8> Components;
  Pattern.split(Components, '/', -1, /*KeepEmpty=*/false);
  std::vector<std::string> Found;
  expand(Pattern.starts_with("/") ? SmallString<256>("/") : SmallString<256>(),
         Components, Found);
  sort(Found);
  return Found;
}

uint64_t coarseNow() {
  timespec Now;
  clock_gettime(CLOCK_REALTIME_COARSE, &Now);
  return uint64_t(Now.tv_sec) * 1000000000 + Now.tv_nsec;
}

std::vector<std::string> findProfiles(StringRef Pattern, uint64_t Since) {
  std::vector<std::string> Found = findFiles(Pattern);
  erase_if(Found, [&](StringRef Path) { return !isProfileSince(Path, Since); });
  return Found;
}

std::optional<std::string> shellGlob(StringRef Pattern,
                                     ArrayRef<std::string> Files) {
  if (!Pattern.contains('%') || findFiles(Pattern) != Files.vec())
    return std::nullopt;
  std::string Glob, Literal;
  auto Finish = [&] {
    if (!Literal.empty())
      Glob += quoteForShell(Literal);
    Literal.clear();
  };
  for (size_t I = 0; I < Pattern.size(); ++I) {
    char C = Pattern[I];
    bool Escaped = C == '%' && I + 1 < Pattern.size();
    if (Escaped && Pattern[++I] != '%') {
      Finish();
      Glob += '*';
    } else {
      Literal += C;
    }
  }
  Finish();
  // What has a number behind it does not match.
  for (StringRef File : Files)
    if (!globMatches(Pattern, File))
      return std::nullopt;
  return Glob;
}

} // namespace anomalloc
