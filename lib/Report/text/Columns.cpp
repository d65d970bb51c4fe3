//===- Columns.cpp - how wide text is on a terminal -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/text/Columns.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr StringLiteral Mark = "...";

struct Step {
  size_t Bytes, Columns;
};

/// The first character of \p Text, which is not empty.
Step firstOf(StringRef Text) {
  auto First = static_cast<unsigned char>(Text.front());
  if (First < 0x80)
    return {1, 1};
  size_t Bytes = getNumBytesForUTF8(First);
  if (Bytes > Text.size())
    return {1, 1};
  int Columns = sys::unicode::columnWidthUTF8(Text.take_front(Bytes));
  return Columns < 0 ? Step{1, 1} : Step{Bytes, size_t(Columns)};
}

} // namespace

size_t columnsOf(StringRef Text) {
  size_t Columns = 0;
  while (!Text.empty()) {
    Step First = firstOf(Text);
    Columns += First.Columns;
    Text = Text.drop_front(First.Bytes);
  }
  return Columns;
}

StringRef takeColumns(StringRef Text, size_t Width) {
  size_t Bytes = 0, Columns = 0;
  while (Bytes != Text.size()) {
    Step Next = firstOf(Text.drop_front(Bytes));
    Columns += Next.Columns;
    if (Columns > Width)
      break;
    Bytes += Next.Bytes;
  }
  return Text.take_front(Bytes);
}

StringRef takeLastColumns(StringRef Text, size_t Width) {
  size_t Columns = columnsOf(Text);
  while (Columns > Width) {
    Step First = firstOf(Text);
    Columns -= First.Columns;
    Text = Text.drop_front(First.Bytes);
  }
  return Text;
}

std::string cutMiddle(StringRef Text, size_t Width) {
  if (columnsOf(Text) <= Width)
    return Text.str();
  if (Width <= Mark.size())
    return takeColumns(Text, Width).str();
  size_t Left = (Width - Mark.size()) / 2;
  return (takeColumns(Text, Left) + Twine(Mark) +
          takeLastColumns(Text, Width - Mark.size() - Left))
      .str();
}

std::string cutEnd(StringRef Text, size_t Width) {
  if (columnsOf(Text) <= Width)
    return Text.str();
  if (Width <= Mark.size())
    return takeColumns(Text, Width).str();
  return (takeColumns(Text, Width - Mark.size()) + Twine(Mark)).str();
}

std::string padLeft(StringRef Text, size_t Width) {
  return std::string(Width - std::min(Width, columnsOf(Text)), ' ') +
         Text.str();
}

} // namespace anomalloc
