//===- LintModule.cpp - AnomallocLint.so, loaded on demand ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "inputs/LintModule.h"
#include "Support/Errors.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace llvm;

namespace anomalloc {

Expected<int> runLintModule(const std::string &Path, const lint::Request &R) {
  std::string Why;
  sys::DynamicLibrary Module =
      sys::DynamicLibrary::getPermanentLibrary(Path.c_str(), &Why);
  auto *Entry = Module.isValid()
                    ? reinterpret_cast<lint::EntryPoint *>(
                          Module.getAddressOfSymbol(lint::EntryName))
                    : nullptr;
  if (!Entry)
    return makeError("cannot load " + Path + ": " + Why +
                     "; was Anomalloc built without its checks "
                     "(ANOMALLOC_TIDY)?");
  std::string Failure;
  int Code = Entry(R, Failure);
  if (!Failure.empty())
    return makeError(Failure);
  return Code;
}

} // namespace anomalloc
