//===- NearestWord.h - what a person probably meant -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_NEARESTWORD_H
#define ANOMALLOC_SUPPORT_NEARESTWORD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace anomalloc {

/// The candidate that \p Word was probably meant to be; "" if none is near.
std::string nearest(llvm::StringRef Word,
                    llvm::ArrayRef<std::string> Candidates);

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_NEARESTWORD_H
