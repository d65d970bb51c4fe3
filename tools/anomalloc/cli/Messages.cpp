//===- Messages.cpp - what is said on standard error ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/Messages.h"
#include "Support/Printable.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {

void tell(const Twine &Text) {
  errs() << "anomalloc: " + printable(Text.str()) + "\n";
}

void tellWarning(const Twine &Text) { tell("warning: " + Text); }

void tellError(Error E) {
  handleAllErrors(std::move(E), [](const ErrorInfoBase &One) {
    tell("error: " + One.message());
  });
}

} // namespace anomalloc
