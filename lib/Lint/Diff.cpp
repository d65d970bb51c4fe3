//===- Diff.cpp - the lines that a patch changes --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Diff.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc::lint {
namespace {

/// Git writes odd names as C strings: "b/na\303\257ve.cpp".
std::string unquoted(StringRef Text) {
  std::string Out;
  for (size_t I = 1; I < Text.size() && Text[I] != '"'; ++I) {
    if (Text[I] != '\\' || I + 1 == Text.size()) {
      Out += Text[I];
      continue;
    }
    char C = Text[++I];
    unsigned Octal;
    if (!Text.substr(I, 3).getAsInteger(8, Octal) && Octal < 256) {
      Out += char(Octal);
      I += 2;
      continue;
    }
    constexpr StringLiteral Letters = "abtnvfr", Meanings = "\a\b\t\n\v\f\r";
    size_t At = Letters.find(C);
    Out += At == StringRef::npos ? C : Meanings[At];
  }
  return Out;
}

/// What stands behind "+++ ".
std::string fileName(StringRef Text) {
  Text = Text.rtrim('\r');
  if (Text.starts_with("\""))
    return unquoted(Text);
  return Text.split('\t').first.str(); // a time may follow
}

/// "12,3", or "12" for one line.
bool parseRange(StringRef Text, unsigned &First, unsigned &Count) {
  auto [Start, Number] = Text.split(',');
  Count = 1;
  return !Start.getAsInteger(10, First) &&
         (Number.empty() || !Number.getAsInteger(10, Count));
}

struct Hunk {
  unsigned OldLeft = 0, NewLeft = 0;
  unsigned NewLine = 0;

  bool parse(StringRef Line) { // "@@ -1,2 +3,4 @@ ..."
    SmallVector<StringRef, 4> Words;
    Line.split(Words, ' ');
    unsigned Unused;
    return Words.size() >= 4 && Words[1].consume_front("-") &&
           Words[2].consume_front("+") &&
           parseRange(Words[1], Unused, OldLeft) &&
           parseRange(Words[2], NewLine, NewLeft);
  }
  bool running() const { return OldLeft || NewLeft; }
};

} // namespace

ChangedLines parsePatch(StringRef Text) {
  ChangedLines Changed;
  LineSet *Lines = nullptr; // Of the file at hand; null: deleted.
  Hunk H;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    if (H.running()) {
      // In a hunk even "+++ x" is an added line.
      char Kind = Line.empty() ? ' ' : Line[0];
      if (Kind == '+' || Kind == ' ') {
        if (Kind == '+' && Lines)
          Lines->add(H.NewLine);
        ++H.NewLine;
        H.NewLeft -= H.NewLeft != 0;
      }
      if (Kind == '-' || Kind == ' ')
        H.OldLeft -= H.OldLeft != 0;
      continue;
    }
    if (Line.consume_front("+++ ")) {
      std::string Name = fileName(Line);
      Lines = Name == "/dev/null" ? nullptr : &Changed[Name];
    } else if (Line.starts_with("@@ ") && !H.parse(Line)) {
      H = Hunk();
    }
  }
  return Changed;
}

bool looksLikePatch(StringRef Text) {
  return Text.starts_with("--- ") || Text.contains("\n--- ") ||
         Text.starts_with("diff ") || Text.contains("\ndiff ");
}

} // namespace anomalloc::lint
