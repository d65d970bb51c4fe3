//===- Screen.h - a terminal that one program has to itself -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shows pictures on the terminal's alternate screen and reads keys. The
/// terminal is restored when the screen is closed, when Ctrl-Z stops the
/// program, and when a signal or a crash ends the program.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_CLI_SCREEN_H
#define ANOMALLOC_ANOMALLOC_CLI_SCREEN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <optional>
#include <string>

namespace anomalloc {

/// Keys that are no character.
enum : int {
  KeyUp = 0x100,
  KeyDown,
  KeyPageUp,
  KeyPageDown,
  KeyHome,
  KeyEnd,
  KeyLeft,
  KeyRight,
  KeyNothing, ///< A sequence that means nothing here.
};

/// There may be one Screen at a time, used by one thread.
class Screen {
public:
  using Time = std::chrono::steady_clock::time_point;

  /// Whether standard input and output are a terminal that can show a Screen.
  static bool isPossible();
  static llvm::Expected<std::unique_ptr<Screen>> open();
  ~Screen();

  struct Size {
    size_t Columns, Lines;
  };
  Size size() const;
  /// Shows \p Lines from the top on. The rest of the screen becomes empty.
  void show(llvm::ArrayRef<std::string> Lines);

  struct Event {
    int Key = 0;           ///< 0: none.
    bool Resized = false;  ///< The screen was resized, or is visible again.
    bool Readable = false; ///< The other descriptor can be read.
    bool Closed = false;   ///< The terminal is gone.
  };
  /// Waits for a key, for a change of size, until the time \p Until, or until
  /// the descriptor \p Other (-1: none) can be read.
  Event wait(Time Until, int Other);

private:
  Screen() = default;
  Event nextKey();

  std::string Typed; ///< Bytes that were read and not yet handed out.
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_SCREEN_H
