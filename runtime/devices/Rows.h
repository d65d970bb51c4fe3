//===- Rows.h - functions that give blocks of devices -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A *row* stands for one allocation function of an accelerator, or for one
/// label of Kokkos. To the profile it is a unit with a single site, of which
/// nothing but the function's name is known. It gets into the profile with its
/// first event.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_DEVICES_ROWS_H
#define ANOMALLOC_RUNTIME_DEVICES_ROWS_H

#define ANOMALLOC_DEVICE_ABI __attribute__((weak))
#include "anomalloc/DeviceAbi.h"
#include "anomalloc/SiteTable.h"

namespace anomalloc::runtime::devices {

/// FNV-1a. \p Hash: that of what stands before the text.
uint64_t hashOf(const char *Text, uint64_t Hash = 0xcbf29ce484222325u);

/// A site table of one site. Valid when zeroed: there is no table yet.
struct RowTable {
  AnomallocUnit Unit;
  alignas(8) unsigned char Bytes[256];

  /// Builds the table, unless that was done. Both names together have less than
  /// 128 bytes. Not for two threads at once.
  void build(const char *Function, const char *Callee, MemorySpace Space);
};

/// Counts a block, if there is a runtime (__anomalloc_device_event). By one
/// thread at a time.
void countBlock(RowTable &Its, const void *Caller, bool IsCharged, size_t Size);

} // namespace anomalloc::runtime::devices

#endif // ANOMALLOC_RUNTIME_DEVICES_ROWS_H
