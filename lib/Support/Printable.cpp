//===- Printable.cpp - text of others, safe to show -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using namespace llvm;

namespace anomalloc {

static bool isPlain(char C) { return C >= ' ' && C <= '~'; }

Character firstCharacter(StringRef Text) {
  if (Text.empty())
    return {0, 0, true, false};
  auto First = static_cast<unsigned char>(Text.front());
  if (First < 0x80)
    return {1, First, true, isPlain(Text.front())};
  auto *Begin = reinterpret_cast<const UTF8 *>(Text.begin());
  auto *At = Begin;
  UTF32 Code = 0;
  if (convertUTF8Sequence(&At, reinterpret_cast<const UTF8 *>(Text.end()),
                          &Code, strictConversion) != conversionOK)
    return {1, First, false, false};
  return {unsigned(At - Begin), Code, true, sys::unicode::isPrintable(Code)};
}

bool isPrintable(StringRef Text) {
  while (!Text.empty()) {
    Character C = firstCharacter(Text);
    if (!C.IsPrintable)
      return false;
    Text = Text.drop_front(C.Bytes);
  }
  return true;
}

static std::string escape(const Character &C) {
  switch (C.Code) {
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  case '\t':
    return "\\t";
  default:
    break;
  }
  if (C.Bytes > 1)
    return "\\u{" + utohexstr(C.Code, /*LowerCase=*/true) + "}";
  return {'\\', 'x', hexdigit(C.Code >> 4, /*LowerCase=*/true),
          hexdigit(C.Code & 0xf, /*LowerCase=*/true)};
}

std::string printable(StringRef Text) {
  if (all_of(Text, isPlain))
    return Text.str();
  std::string Out;
  while (!Text.empty()) {
    Character C = firstCharacter(Text);
    Out += C.IsPrintable ? Text.take_front(C.Bytes).str() : escape(C);
    Text = Text.drop_front(C.Bytes);
  }
  return Out;
}

} // namespace anomalloc
