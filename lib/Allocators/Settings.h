//===- Settings.h - settings of allocators ----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ALLOCATORS_SETTINGS_H
#define ANOMALLOC_ALLOCATORS_SETTINGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace anomalloc {

/// A row of Settings.def.
struct AllocatorSetting {
  enum class Condition { Always, Threads };

  llvm::StringRef Id;
  llvm::StringRef Allocator;
  llvm::StringRef Variable, Value;
  Condition When;
  llvm::StringRef Does, Trades, Source;
};
llvm::ArrayRef<AllocatorSetting> allocatorSettings();

/// Whether one process can have both settings: they belong to one allocator,
/// and do not set the same thing.
bool goTogether(const AllocatorSetting &A, const AllocatorSetting &B);

/// "NAME=value" for each variable, in the order of \p Settings. All of
/// \p Settings must go together. Values for the same variable are joined as the
/// allocator wants it.
std::vector<std::string>
environmentOf(llvm::ArrayRef<const AllocatorSetting *> Settings);

} // namespace anomalloc

#endif // ANOMALLOC_ALLOCATORS_SETTINGS_H
