//===- options.h - Command line of an example -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EXAMPLES_COMMON_OPTIONS_H
#define EXAMPLES_COMMON_OPTIONS_H

#include <vector>

namespace examples {

/// An option with a whole number, or a switch if Flag is set.
struct Option {
  const char *Name; ///< With its dashes.
  int *Number = nullptr;
  int Min = 0, Max = 0;
  bool *Flag = nullptr;
  const char *Help = "";
};

inline Option number(const char *Name, int &Value, int Min, int Max,
                     const char *Help) {
  return {Name, &Value, Min, Max, nullptr, Help};
}
inline Option flag(const char *Name, bool &Value, const char *Help) {
  return {Name, nullptr, 0, 0, &Value, Help};
}

/// Reads the command line into the values of \p Options. Prints help and exits
/// with 0, or an error and exits with 2, if the arguments say or are so.
void parseOptions(int Argc, char **Argv, const char *Program,
                  const char *Summary, const std::vector<Option> &Options);

} // namespace examples

#endif // EXAMPLES_COMMON_OPTIONS_H
