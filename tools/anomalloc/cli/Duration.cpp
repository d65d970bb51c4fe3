//===- Duration.cpp -------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/Duration.h"
#include "cli/Command.h"

using namespace llvm;

namespace anomalloc {

static bool parseDuration(StringRef Text, uint64_t &Milliseconds) {
  uint64_t Unit = 1000;
  if (Text.consume_back("ms"))
    Unit = 1;
  else if (Text.consume_back("m"))
    Unit = 60 * 1000;
  else if (Text.consume_back("h"))
    Unit = 60 * 60 * 1000;
  else
    Text.consume_back("s");
  constexpr double Longest = 1e12; // Some thirty years.
  double Number;
  if (Text.getAsDouble(Number) || !(Number > 0 && Number * Unit <= Longest))
    return false;
  Milliseconds = std::max<uint64_t>(uint64_t(Number * Unit), 1);
  return true;
}

void addDuration(OptionSet &O, StringRef Name, StringRef Help,
                 std::optional<uint64_t> &Milliseconds) {
  O.custom(Name, "TIME", Help, [&Milliseconds](StringRef Text) -> Error {
    uint64_t Number;
    if (!parseDuration(Text, Number))
      return usageError("'" + Text + "' is no time: write 10s, 500ms or 2m");
    Milliseconds = Number;
    return Error::success();
  });
}

} // namespace anomalloc
