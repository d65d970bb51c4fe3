//===- RegionKey.h - what identifies a parallel region ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_REGIONKEY_H
#define ANOMALLOC_PROFILE_REGIONKEY_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace anomalloc {

/// A name of ANOMALLOC_REGION_FORMAT, taken apart. In a model, ", build " and
/// the object's build id stand behind it: another build may have the same path.
struct RegionName {
  llvm::StringRef Team; ///< "by 4 threads"
  uint64_t Offset = 0;
  llvm::StringRef File;
  llvm::StringRef BuildId; ///< Lower-case hexadecimal; "" if not known.
};

std::optional<RegionName> parseRegion(llvm::StringRef Name);

/// The name in a model for the name \p Name in a recorded profile.
std::string regionOfBuild(llvm::StringRef Name, llvm::StringRef BuildId);

/// What identifies the section \p Name: the name without the line that
/// nameRegions() put before it. Instances of a template have regions of the
/// same line, and each is a section of its own.
llvm::StringRef sectionKey(llvm::StringRef Name);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_REGIONKEY_H
