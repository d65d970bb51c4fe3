//===- Terminal.h - options of verbs that print tables ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_CLI_TERMINAL_H
#define ANOMALLOC_ANOMALLOC_CLI_TERMINAL_H

#include "Report/text/TextStyle.h"
#include "cli/OptionSet.h"

namespace anomalloc {

/// Columns of the terminal on standard output, at most \p Widest and at least
/// TextStyle::LeastWidth; none if there is no terminal, or it does not say.
std::optional<size_t> terminalWidth(size_t Widest);

struct TerminalOptions {
  enum class When { Auto, Always, Never };
  When Color = When::Auto;
  std::optional<uint64_t> Width;
  size_t WidthElsewhere = TextStyle().Width; ///< Not on a terminal.
  NumberStyle Numbers = NumberStyle::Full;
  bool FullNames = false;
  bool NoPager = false;

  void addOptions(OptionSet &O);
  /// Only --color, --no-pager and --width, for verbs that print no tables.
  /// Elsewhere than on a terminal they break no lines: tools read them, too.
  void addTextOptions(OptionSet &O);
  /// As these options and the terminal on standard output say. NO_COLOR in the
  /// environment is heeded.
  TextStyle style() const;
  /// The style of what a verb writes next, at length: starts the pager. At most
  /// once, when nothing can go wrong any more.
  TextStyle startOutput() const;

private:
  void addCommonOptions(OptionSet &O);
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_TERMINAL_H
