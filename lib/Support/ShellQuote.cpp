//===- ShellQuote.cpp - text to be pasted into a shell --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

static bool isControl(unsigned char C) { return C < 0x20 || C == 0x7f; }

static bool isPlainInShell(char C) {
  return isAlnum(C) || StringRef("_./%+=:,@-").contains(C);
}

/// In quotes that bash, zsh and ksh know; a terminal sees no control byte.
static std::string quoteControl(StringRef Text) {
  std::string Quoted = "$'";
  for (char C : Text) {
    if (isControl(C)) {
      Quoted += "\\x";
      Quoted += hexdigit(static_cast<unsigned char>(C) >> 4, true);
      Quoted += hexdigit(C & 15, true);
    } else {
      if (C == '\'' || C == '\\')
        Quoted += '\\';
      Quoted += C;
    }
  }
  return Quoted + "'";
}

std::string quoteForShell(StringRef Text) {
  if (!Text.empty() && all_of(Text, isPlainInShell))
    return Text.str();
  if (any_of(Text, isControl))
    return quoteControl(Text);
  std::string Quoted = "'";
  for (char C : Text) {
    if (C == '\'')
      Quoted += "'\\'";
    Quoted += C;
  }
  return Quoted + "'";
}

} // namespace anomalloc
