//===- Terminal.cpp - options of verbs that print tables ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Terminal.h"
#include "Command.h"
#include "Pager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;

namespace anomalloc {

void TerminalOptions::addTextOptions(OptionSet &O) {
  O.choice("color", {"auto", "always", "never"},
           "colours (auto: on a terminal)", Color);
  O.flag("no-pager",
         "straight to the terminal, not through $ANOMALLOC_PAGER, $PAGER or "
         "less",
         NoPager);
}

void TerminalOptions::addOptions(OptionSet &O) {
  addTextOptions(O);
  O.custom("width", "N",
           "columns to fit into, at least " + utostr(TextStyle::LeastWidth) +
               " (those of the terminal, or 100)",
           [this](StringRef Text) -> Error {
             uint64_t Columns;
             if (Text.getAsInteger(10, Columns))
               return usageError("'" + Text + "' is not a number");
             if (Columns < TextStyle::LeastWidth)
               return usageError(Text + " columns are too few: at least " +
                                 utostr(TextStyle::LeastWidth));
             Width = Columns;
             return Error::success();
           });
  O.choice("numbers", {"full", "short"}, "1,263,187 or 1.26x10^6 (full)",
           Numbers);
  O.flag("full-names", "functions, types and paths in full length", FullNames);
}

/// As setlocale() would decide.
static bool speaksUtf8() {
  for (const char *Name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char *Value = getenv(Name); Value && *Value) {
      std::string Lower = StringRef(Value).lower();
      return StringRef(Lower).contains("utf-8") ||
             StringRef(Lower).contains("utf8");
    }
  return false;
}

TextStyle TerminalOptions::style() const {
  constexpr size_t Widest = 160;
  bool Displayed = outs().is_displayed();
  TextStyle Style;
  if (Width)
    Style.Width = *Width;
  else if (unsigned Columns =
               Displayed ? sys::Process::StandardOutColumns() : 0)
    Style.Width = std::clamp<size_t>(Columns, TextStyle::LeastWidth, Widest);
  const char *NoColor = getenv("NO_COLOR");
  Style.Color = Color == When::Always ||
                (Color == When::Auto && Displayed && !(NoColor && *NoColor));
  Style.Unicode = Displayed && speaksUtf8();
  Style.FullNames = FullNames;
  Style.Numbers = Numbers;
  return Style;
}

TextStyle TerminalOptions::startOutput() const {
  TextStyle Style = style();
  if (!NoPager)
    startPager();
  return Style;
}

} // namespace anomalloc
