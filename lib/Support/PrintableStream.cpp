//===- PrintableStream.cpp - the edge of every renderer -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/PrintableStream.h"
#include "Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace anomalloc {

/// Longer than any character, and than any colour of TextStyle.
constexpr size_t LongestUnit = 16;

/// Length of the colour that \p Text begins with, or 0: "\x1b[1;36m".
static size_t colourLength(StringRef Text) {
  if (!Text.consume_front("\x1b["))
    return 0;
  StringRef Numbers =
      Text.take_while([](char C) { return isDigit(C) || C == ';'; });
  size_t Length = strlen("\x1b[") + Numbers.size() + strlen("m");
  return Text.drop_front(Numbers.size()).starts_with("m") &&
                 Length <= LongestUnit
             ? Length
             : 0;
}

/// As JSON has it: with a pair of surrogates beyond 16 bits.
static void writeJsonEscape(raw_ostream &To, uint32_t Code) {
  if (Code > 0xffff) {
    Code -= 0x10000;
    To << format("\\u%04x", 0xd800 + (Code >> 10));
    Code = 0xdc00 + (Code & 0x3ff);
  }
  To << format("\\u%04x", Code);
}

void PrintableStream::pass(StringRef Text) {
  while (!Text.empty()) {
    // Nearly all of it is plain.
    StringRef Plain = Text.take_while(
        [](char C) { return (C >= ' ' && C <= '~') || C == '\n'; });
    To << Plain;
    Text = Text.drop_front(Plain.size());
    if (Text.empty())
      return;
    Character C = firstCharacter(Text);
    size_t Length = C.Bytes;
    if (size_t Colour = K == Kind::ColourText ? colourLength(Text) : 0)
      To << Text.take_front(Length = Colour);
    else if (C.IsPrintable || Text.front() == '\t')
      To << Text.take_front(Length);
    else if (K == Kind::Json)
      writeJsonEscape(To, C.IsUtf8 ? C.Code : 0xfffd);
    else
      To << printable(Text.take_front(Length));
    Text = Text.drop_front(Length);
  }
}

void PrintableStream::write_impl(const char *Begin, size_t Size) {
  Kept.append(Begin, Size);
  StringRef All = Kept;
  // A unit that began a while ago has ended. Of the rest, what begins with
  // something that is no plain character is kept.
  StringRef Last = All.take_back(std::min(All.size(), LongestUnit));
  size_t Open = Last.find_if([](char C) { return C < ' ' || C > '~'; });
  size_t Passed =
      Open == StringRef::npos ? All.size() : All.size() - Last.size() + Open;
  // Never begin in the middle of one.
  while (Passed && Passed != All.size() &&
         (static_cast<unsigned char>(All[Passed]) & 0xc0) == 0x80)
    --Passed;
  pass(All.take_front(Passed));
  Kept.erase(0, Passed);
}

PrintableStream::~PrintableStream() {
  flush();
  pass(Kept);
}

} // namespace anomalloc
