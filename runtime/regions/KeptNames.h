//===- KeptNames.h - names that programs register ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_REGIONS_KEPTNAMES_H
#define ANOMALLOC_RUNTIME_REGIONS_KEPTNAMES_H

namespace anomalloc::runtime::regions {

/// A name that a program registers once, to use it again and again. Laid out as
/// __itt_string_handle, whose first member the program may read.
struct KeptName {
  const char *Text;
  void *Unused[3];
  KeptName *Next;
};

/// The one for \p Name, cut to 255 bytes. Null without a name, and when too many
/// are kept. Any thread, async-signal-safe.
KeptName *keepName(const char *Name);

} // namespace anomalloc::runtime::regions

#endif // ANOMALLOC_RUNTIME_REGIONS_KEPTNAMES_H
