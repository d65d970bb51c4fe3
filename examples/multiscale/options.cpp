//===- options.cpp - Command line -----------------------------------------===//
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
#include <string_view>

namespace multiscale {
namespace {

constexpr const char *Help = R"(usage: multiscale [options]

Solves a two-dimensional diffusion problem by the multiscale hybrid-mixed
method and prints the errors of the solution.

  --coarse N   coarse mesh: N x N squares of two triangles each (default: 16)
  --fine M     cut each edge of a coarse triangle in M (default: 20)
  --threads T  threads for the local problems (default: OpenMP decides)
  --quiet      print one line: N, M, the L2 and H1 errors, the jump, the hash
  --time       also print the seconds spent in each phase
  --help       print this
)";

template <class... Args>
[[noreturn]] void fail(const char *Format, Args... Values) {
  std::fprintf(stderr, "multiscale: error: ");
  std::fprintf(stderr, Format, Values...);
  std::fprintf(stderr, "\nmultiscale: try --help\n");
  std::exit(1);
}

int parseNumber(const char *Name, const char *Text, int Min, int Max) {
  if (!Text)
    fail("%s needs a number", Name);
  int Value = 0;
  const char *End = Text + std::strlen(Text);
  const auto [Rest, Error] = std::from_chars(Text, End, Value);
  if (Error != std::errc() || Rest != End || Value < Min || Value > Max)
    fail("%s takes a number from %d to %d, not '%s'", Name, Min, Max, Text);
  return Value;
}

} // namespace

Options parseOptions(int Argc, char **Argv) {
  Options Result;
  for (int I = 1; I < Argc; ++I) {
    const std::string_view Argument = Argv[I];
    // Argv ends with a null pointer: a value that is missing is seen as one.
    if (Argument == "--coarse") {
      Result.Coarse = parseNumber("--coarse", Argv[++I], 1, 256);
    } else if (Argument == "--fine") {
      // One triangle has no room for three independent fluxes.
      Result.Fine = parseNumber("--fine", Argv[++I], 2, 128);
    } else if (Argument == "--threads") {
      Result.Threads = parseNumber("--threads", Argv[++I], 1, 1024);
    } else if (Argument == "--quiet") {
      Result.Quiet = true;
    } else if (Argument == "--time") {
      Result.Time = true;
    } else if (Argument == "--help" || Argument == "-h") {
      std::fputs(Help, stdout);
      std::exit(0);
    } else {
      fail("unknown argument '%s'", Argv[I]);
    }
  }
  return Result;
}

} // namespace multiscale
