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

/// The number of columns of the terminal on standard output, at most \p Widest
/// and at least TextStyle::LeastWidth. None if there is no terminal, or if the
/// number is not known.
std::optional<size_t> terminalWidth(size_t Widest);

struct TerminalOptions {
  enum class When { Auto, Always, Never };
  When Color = When::Auto;
  std::optional<uint64_t> Width;
  size_t WidthElsewhere = TextStyle().Width; ///< Without a terminal.
  NumberStyle Numbers = NumberStyle::Full;
  bool FullNames = false;
  bool NoPager = false;

  void addOptions(OptionSet &O);
  /// Adds only --color, --no-pager and --width, for verbs that print no tables.
  /// Without a terminal these verbs break no lines, because tools read them.
  void addTextOptions(OptionSet &O);
  /// The style that follows from these options, from the terminal on standard
  /// output, and from NO_COLOR in the environment.
  TextStyle style() const;
  /// Starts the pager, for long output, and returns the style. Call it at most
  /// once, when no error can occur any more.
  TextStyle startOutput() const;

private:
  void addCommonOptions(OptionSet &O);
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_TERMINAL_H
