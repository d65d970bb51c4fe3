//===- Indices.h - rows that refer to rows ----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Indices of the tables of a Profile.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_INDICES_H
#define ANOMALLOC_PROFILE_INDICES_H

#include <cstdint>

namespace anomalloc {

/// Indices of the vectors in Profile: distinct types, so that one is never
/// taken for another.
enum class SiteIndex : uint32_t {};
enum class LoopIndex : uint32_t {};
enum class DarkIndex : uint32_t {};
enum class SectionIndex : uint32_t {};
enum class LaneIndex : uint32_t {};
enum class PlaceIndex : uint32_t {};
enum class StackIndex : uint32_t {};
enum class MakerCallIndex : uint32_t {};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_INDICES_H
