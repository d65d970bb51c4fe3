//===- PrintableTest.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Printable.h"
#include "Support/PrintableStream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace anomalloc {
namespace {

TEST(PrintableTest, PrintableTextStaysAsItIs) {
  for (StringRef Text :
       {"", "a b~", "\\x1b", "na\u00efve \u65e5\u672c \u2581", "\U0001f600"}) {
    EXPECT_TRUE(isPrintable(Text)) << Text.str();
    EXPECT_EQ(printable(Text), Text);
  }
}

TEST(PrintableTest, WhatATerminalObeysIsEscaped) {
  const std::pair<StringRef, StringRef> Pairs[] = {
      {"\x1b[31mred", "\\x1b[31mred"},
      {"one\ntwo\r\t", "one\\ntwo\\r\\t"},
      {StringRef("\0\x7f", 2), "\\x00\\x7f"},
      {"\u009b31m", "\\u{9b}31m"},           // C1's introducer
      {"\u202egpj.exe", "\\u{202e}gpj.exe"}, // right to left from here on
      {"\u2066a\u2069", "\\u{2066}a\\u{2069}"},
      {"\u2028", "\\u{2028}"},                                 // a line's end
      {"\xff\xc3(\xed\xa0\x80", "\\xff\\xc3(\\xed\\xa0\\x80"}, // a surrogate
      {"\xe2\x82", "\\xe2\\x82"},  // a character that was cut off
      {"\xc0\xaf", "\\xc0\\xaf"}}; // an overlong one
  for (auto [Text, Shown] : Pairs) {
    EXPECT_FALSE(isPrintable(Text));
    EXPECT_EQ(printable(Text), Shown);
    EXPECT_EQ(printable(Shown), Shown);
  }
}

/// \p Text, written in pieces of \p Size bytes.
std::string streamed(StringRef Text, PrintableStream::Kind K, size_t Size) {
  std::string Out;
  raw_string_ostream To(Out);
  {
    PrintableStream Stream(To, K);
    for (; !Text.empty(); Text = Text.drop_front(std::min(Size, Text.size()))) {
      Stream << Text.take_front(Size);
      Stream.flush();
    }
  }
  return Out;
}

TEST(PrintableTest, StreamsEscapeWhateverThePiecesAre) {
  using Kind = PrintableStream::Kind;
  StringRef Text = "\x1b[1;36mna\u00efve\x1b[0m\t\u202e\U0001f600\n\x1b]0;t\a"
                   "\xff\r\x1b[1;2;3;4;5;6;7;8;9m\U000e0001 \u009b end\x1b[2";
  for (size_t Size = 1; Size != 40; ++Size) {
    EXPECT_EQ(streamed(Text, Kind::Text, Size),
              "\\x1b[1;36mna\u00efve\\x1b[0m\t\\u{202e}\U0001f600\n\\x1b]0;t"
              "\\x07\\xff\\r\\x1b[1;2;3;4;5;6;7;8;9m\\u{e0001} \\u{9b} end"
              "\\x1b[2");
    EXPECT_EQ(streamed(Text, Kind::ColourText, Size),
              "\x1b[1;36mna\u00efve\x1b[0m\t\\u{202e}\U0001f600\n\\x1b]0;t"
              "\\x07\\xff\\r\\x1b[1;2;3;4;5;6;7;8;9m\\u{e0001} \\u{9b} end"
              "\\x1b[2");
    EXPECT_EQ(streamed(Text, Kind::Json, Size),
              "\\u001b[1;36mna\u00efve\\u001b[0m\t\\u202e\U0001f600\n\\u001b]"
              "0;t\\u0007\\ufffd\\u000d\\u001b[1;2;3;4;5;6;7;8;9m\\udb40\\udc01"
              " \\u009b end\\u001b[2");
  }
}

} // namespace
} // namespace anomalloc
