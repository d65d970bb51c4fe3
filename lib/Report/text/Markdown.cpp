//===- Markdown.cpp - names in markdown -----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/text/Markdown.h"
#include "Support/Printable.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

std::string markdownCode(StringRef Text) {
  const std::string Line = printable(Text);
  std::string Result = "<code>";
  for (size_t I = 0; I != Line.size(); ++I) {
    const char C = Line[I];
    auto IsWord = [&](size_t At) {
      return At < Line.size() && isAlnum(Line[At]);
    };
    // Within a word an underscore is only itself.
    bool IsPlain = isAlnum(C) || uint8_t(C) >= 0x80 ||
                   StringRef(" .,:;()/+-=%").contains(C) ||
                   (C == '_' && I && IsWord(I - 1) && IsWord(I + 1));
    if (IsPlain)
      Result += C;
    else
      Result += "&#" + utostr(uint8_t(C)) + ";";
  }
  return Result + "</code>";
}

} // namespace anomalloc
