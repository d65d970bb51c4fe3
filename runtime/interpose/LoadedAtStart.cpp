//===- LoadedAtStart.cpp - when a preloaded library begins ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The libraries beside the runtime search for definitions as the runtime does,
// each with a search of its own. What is loaded when they begin is the program
// with its libraries; all else comes by dlopen(3).
//
//===----------------------------------------------------------------------===//

#include "interpose/DefinitionSearch.h"

__attribute__((constructor)) static void begin() {
  anomalloc::runtime::noteProgramIsLoaded();
}
