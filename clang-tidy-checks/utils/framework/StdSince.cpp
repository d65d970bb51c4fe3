//===- StdSince.cpp - what the standard in use has ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/framework/StdSince.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/Support/ErrorHandling.h"

namespace clang::tidy::anomalloc {

bool hasStd(StdPart Part, const LangOptions &Language) {
  switch (Part) {
  case StdPart::Array:
    return Language.CPlusPlus11;
  case StdPart::TransparentLess:
    return Language.CPlusPlus14;
  case StdPart::StringView:
  case StdPart::Optional:
  case StdPart::TryEmplace:
  case StdPart::FromChars:
  case StdPart::Pmr:
    return Language.CPlusPlus17;
  case StdPart::TransparentHash:
  case StdPart::Span:
    return Language.CPlusPlus20;
  case StdPart::Mdspan:
    return Language.CPlusPlus23;
  }
  llvm_unreachable("all parts came with a standard");
}

} // namespace clang::tidy::anomalloc
