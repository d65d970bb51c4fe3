//===- ModelCodec.h - a whole model as bytes --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The payload of format::ModelRecord, described in ModelShape.h.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_MODELCODEC_H
#define ANOMALLOC_PROFILE_MODELCODEC_H

#include "Profile/Profile.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace anomalloc {

/// The most bytes that a payload may have.
inline constexpr uint64_t MaxModelPayload = uint64_t(1) << 32;

/// The payload of \p P, not compressed.
llvm::SmallVector<char, 0> encodeModel(const Profile &P);

/// Decodes the payload \p Stored, whose bytes are not trusted. \p Compression
/// and \p PayloadSize are those of its format::ModelRecord. All indices of the
/// result are in range and parents come before children, but two rows may have
/// the same key.
llvm::Expected<std::unique_ptr<Profile>>
decodeModel(llvm::StringRef Stored, unsigned Compression, uint64_t PayloadSize);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_MODELCODEC_H
