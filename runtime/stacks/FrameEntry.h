//===- FrameEntry.h - the entries of .eh_frame ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds what the section .eh_frame says of one instruction. Sources: DWARF 5,
/// section 6.4.1; Linux Standard Base Core, 10.6.
///
/// Nothing here allocates, locks, or calls a library: async-signal-safe, any
/// thread. The sections are those of loaded objects and are trusted.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_STACKS_FRAMEENTRY_H
#define ANOMALLOC_RUNTIME_STACKS_FRAMEENTRY_H

#include <stdint.h>

namespace anomalloc::runtime {

/// A common information entry (CIE): what several frame entries share. Program
/// to End are call frame instructions.
struct CommonEntry {
  uint64_t CodeAlign;
  int64_t DataAlign;
  uint8_t Encoding; ///< Of the pointers in its FDEs.
  bool HasAugmentation;
  bool IsSignalFrame;
  const uint8_t *Program, *End;
};

/// A frame description entry (FDE): what is known of one function. Of is its
/// CIE. Program to End are call frame instructions.
struct FrameEntry {
  CommonEntry Of;
  uint64_t Begin, Size; ///< The code that it describes.
  const uint8_t *Program, *End;
};

/// Finds the entry that describes the instruction at \p Pc, by the section
/// .eh_frame_hdr at \p Header. Returns false if there is no entry, or none that
/// is understood.
bool findFrameEntry(const uint8_t *Header, uint64_t Pc, FrameEntry &Out);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_FRAMEENTRY_H
