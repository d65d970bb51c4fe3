//===- Terminal.cpp - options of verbs that print tables ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/Terminal.h"
#include "cli/Command.h"
#include "cli/Pager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {

void TerminalOptions::addCommonOptions(OptionSet &O) {
  O.choice("color", {"auto", "always", "never"},
           "colours (auto: on a terminal)", Color);
  O.flag("no-pager",
         "straight to the terminal, not through $ANOMALLOC_PAGER, $PAGER or "
         "less",
         NoPager);
  std::string Otherwise = WidthElsewhere == TextStyle::Unbroken
                              ? "; elsewhere lines are not broken"
                              : ", or " + utostr(WidthElsewhere);
  O.custom("width", "N",
           "columns to fit into, at least " + utostr(TextStyle::LeastWidth) +
               " (those of the terminal" + Otherwise + ")",
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
}

void TerminalOptions::addTextOptions(OptionSet &O) {
  WidthElsewhere = TextStyle::Unbroken;
  addCommonOptions(O);
}

void TerminalOptions::addOptions(OptionSet &O) {
  addCommonOptions(O);
  O.choice("numbers", {"full", "short"}, "1,263,187 or 1.26x10^6 (full)",
           Numbers);
  O.flag("full-names", "functions, types and paths in full length", FullNames);
}

std::optional<size_t> terminalWidth(size_t Widest) {
  if (!outs().is_displayed())
    return std::nullopt;
  // LLVM knows the variable COLUMNS only, which shells do not export.
  winsize Size = {};
  unsigned Columns = sys::Process::StandardOutColumns();
  if (!Columns && ioctl(STDOUT_FILENO, TIOCGWINSZ, &Size) == 0)
    Columns = Size.ws_col;
  if (!Columns)
    return std::nullopt;
  return std::clamp<size_t>(Columns, TextStyle::LeastWidth, Widest);
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
  Style.Width = Width.value_or(terminalWidth(Widest).value_or(WidthElsewhere));
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
