//===- yaml2profile.cpp - profiles for tests, from text -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a description in YAML (ModelFromYaml.h) and writes it as a merged
/// profile, so that tests of reports need no binary input and no run.
///
//===----------------------------------------------------------------------===//

#include "ModelFromYaml.h"
#include "Profile/Merge.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace anomalloc;

/// Prints \p Message as an error and ends the program.
[[noreturn]] static void fail(const Twine &Message) {
  errs() << "yaml2profile: error: " << Message << '\n';
  exit(1);
}

int main(int argc, char **argv) {
  if (argc != 3)
    fail("usage: yaml2profile INPUT.yaml OUTPUT");
  auto Buffer = MemoryBuffer::getFileOrSTDIN(argv[1]);
  if (!Buffer)
    fail(Twine(argv[1]) + ": " + Buffer.getError().message());
  Profile P;
  if (!readModel((*Buffer)->getBuffer(), P))
    return 1;
  std::error_code EC;
  raw_fd_ostream OS(argv[2], EC);
  if (EC)
    fail(Twine(argv[2]) + ": " + EC.message());
  if (Error E = writeMerged(P, OS))
    fail(toString(std::move(E)));
  OS.flush();
  if (OS.has_error())
    fail(Twine(argv[2]) + ": " + OS.error().message());
  return 0;
}
