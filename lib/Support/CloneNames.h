//===- CloneNames.h - copies that a compiler makes --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_CLONENAMES_H
#define ANOMALLOC_SUPPORT_CLONENAMES_H

#include "llvm/ADT/StringRef.h"

namespace anomalloc {

/// The linkage name of the function in the source that \p Symbol is a copy or a
/// part of: "f" of "f.constprop.0" or "f.part.1.cold". These are the suffixes
/// of GCC and clang (clone_function_name in GCC's cgraphclones.cc).
inline llvm::StringRef withoutCloneSuffix(llvm::StringRef Symbol) {
  constexpr llvm::StringLiteral Suffixes[] = {".constprop", ".isra", ".part",
                                              ".lto_priv",  ".llvm", ".cold"};
  for (bool Cut = true; Cut;) {
    Cut = false;
    llvm::StringRef Rest = Symbol.rtrim("0123456789");
    if (Rest.size() == Symbol.size() || !Rest.consume_back("."))
      Rest = Symbol;
    for (llvm::StringRef Suffix : Suffixes)
      if (!Cut && Rest.ends_with(Suffix) && Rest.size() != Suffix.size()) {
        Symbol = Rest.drop_back(Suffix.size());
        Cut = true;
      }
  }
  return Symbol;
}

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_CLONENAMES_H
