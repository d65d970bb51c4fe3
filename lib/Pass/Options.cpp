//===- Options.cpp - options of the pass plugin ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

#define ANOMALLOC_PASS_STRING(Member, Name, Value, Help)                       \
  static cl::opt<std::string> Member##Option(Name, cl::value_desc(Value),      \
                                             cl::desc(Help));
#define ANOMALLOC_PASS_LIST(Member, Name, Value, Help)                         \
  static cl::list<std::string> Member##Option(                                 \
      Name, cl::CommaSeparated, cl::value_desc(Value), cl::desc(Help));
#define ANOMALLOC_PASS_FLAG(Member, Name, Default, Help)                       \
  static cl::opt<bool> Member##Option(Name, cl::init(Default), cl::desc(Help));
#define ANOMALLOC_PASS_BYTES(Member, Name, Default, Help)                      \
  static cl::opt<unsigned> Member##Option(Name, cl::value_desc("BYTES"),       \
                                          cl::init(Default), cl::desc(Help));
#include "Options.def"

anomalloc::PassOptions anomalloc::PassOptions::fromCommandLine() {
  PassOptions Options;
#define ANOMALLOC_PASS_STRING(Member, Name, Value, Help)                       \
  Options.Member = Member##Option;
#define ANOMALLOC_PASS_LIST(Member, Name, Value, Help)                         \
  Options.Member.assign(Member##Option.begin(), Member##Option.end());
#define ANOMALLOC_PASS_FLAG(Member, Name, Default, Help)                       \
  Options.Member = Member##Option;
#define ANOMALLOC_PASS_BYTES(Member, Name, Default, Help)                      \
  Options.Member = Member##Option;
#include "Options.def"
  return Options;
}
