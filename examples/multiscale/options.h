//===- options.h - Command line ---------------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MULTISCALE_OPTIONS_H
#define MULTISCALE_OPTIONS_H

namespace multiscale {

struct Options {
  int Coarse = 16;
  int Fine = 20;
  /// 0: as many as OpenMP likes.
  int Threads = 0;
  bool Quiet = false;
  bool Time = false;
};

/// Prints help and exits with 0, or an error and exits with 1, if the arguments
/// say or are so.
Options parseOptions(int Argc, char **Argv);

} // namespace multiscale

#endif // MULTISCALE_OPTIONS_H
