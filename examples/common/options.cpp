//===- options.cpp - Command line of an example ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "options.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace examples {
namespace {

void printHelp(const char *Program, const char *Summary,
               const std::vector<Option> &Options) {
  std::printf("usage: %s [options]\n\n%s\n\n", Program, Summary);
  for (const Option &O : Options) {
    const int Width = std::printf("  %s%s", O.Name, O.Number ? " N" : "");
    std::printf("%*s%s", Width < 16 ? 16 - Width : 1, "", O.Help);
    if (O.Number)
      std::printf(" (%d to %d, default: %d)", O.Min, O.Max, *O.Number);
    std::printf("\n");
  }
  std::printf("  --help        print this\n");
}

[[noreturn]] void failWithHint(const char *Program) {
  std::fprintf(stderr, "%s: try --help\n", Program);
  std::exit(2);
}

void readNumber(const char *Program, const Option &O, const char *Text) {
  if (!Text) {
    std::fprintf(stderr, "%s: error: %s needs a number\n", Program, O.Name);
    failWithHint(Program);
  }
  int Value = 0;
  const char *End = Text + std::strlen(Text);
  const auto [Rest, Error] = std::from_chars(Text, End, Value);
  if (Error != std::errc() || Rest != End || Value < O.Min || Value > O.Max) {
    std::fprintf(stderr,
                 "%s: error: %s takes a whole number from %d to %d, not '%s'\n",
                 Program, O.Name, O.Min, O.Max, Text);
    failWithHint(Program);
  }
  *O.Number = Value;
}

const Option *find(const std::vector<Option> &Options, const char *Name) {
  for (const Option &O : Options)
    if (std::strcmp(O.Name, Name) == 0)
      return &O;
  return nullptr;
}

} // namespace

void parseOptions(int Argc, char **Argv, const char *Program,
                  const char *Summary, const std::vector<Option> &Options) {
  for (int I = 1; I < Argc; ++I) {
    const Option *Found = find(Options, Argv[I]);
    if (Found && Found->Number) {
      // Argv ends with a null pointer: it stands for a value that is missing.
      readNumber(Program, *Found, Argv[++I]);
    } else if (Found) {
      *Found->Flag = true;
    } else if (std::strcmp(Argv[I], "--help") == 0) {
      printHelp(Program, Summary, Options);
      std::exit(0);
    } else {
      std::fprintf(stderr, "%s: error: unknown argument '%s'\n", Program,
                   Argv[I]);
      failWithHint(Program);
    }
  }
}

} // namespace examples
