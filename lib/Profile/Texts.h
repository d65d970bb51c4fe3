//===- Texts.h - all names, paths and arguments of a profile ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_TEXTS_H
#define ANOMALLOC_PROFILE_TEXTS_H

#include "Profile/Profile.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace anomalloc {

/// Calls \p Change for each text of \p P, and replaces the text by the result.
/// If the result is none, the text stays as it is.
void changeTexts(
    Profile &P,
    llvm::function_ref<std::optional<std::string>(llvm::StringRef)> Change);

/// Makes all texts of \p P printable (Support/Printable.h), for views that show
/// them to a person. Symbolize \p P before: afterwards its paths may lead to no
/// file.
void makePrintable(Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_TEXTS_H
