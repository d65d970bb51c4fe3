//===- ModelOf.h - a profile that must be readable --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_UNITTESTS_MODELOF_H
#define ANOMALLOC_UNITTESTS_MODELOF_H

#include "ProfileBuilder.h"
#include <gtest/gtest.h>

namespace anomalloc {
namespace test {

/// The model of the file; an empty one, and a failure, if it is refused.
inline std::unique_ptr<Profile> modelOf(const std::string &Bytes) {
  auto P = read(Bytes);
  if (!P)
    ADD_FAILURE() << llvm::toString(P.takeError());
  return P ? std::move(*P) : std::make_unique<Profile>();
}
inline std::unique_ptr<Profile> modelOf(const ProfileBuilder &File) {
  return modelOf(File.bytes());
}

} // namespace test
} // namespace anomalloc

#endif // ANOMALLOC_UNITTESTS_MODELOF_H
