//===- DeviceAbi.h - the runtime and what stands before devices -*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What libanomalloc_rt_devices.so asks the runtime for. That library stands
/// before the allocation functions of accelerators, and is preloaded beside the
/// runtime. The functions are weak there: without a runtime it only passes calls
/// on.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_DEVICEABI_H
#define ANOMALLOC_DEVICEABI_H

#include "anomalloc/Abi.h"
#include "anomalloc/ProfileFormat.h"

#ifndef ANOMALLOC_DEVICE_ABI
#define ANOMALLOC_DEVICE_ABI
#endif

#pragma GCC visibility push(default)
extern "C" {

/// Whether the site whose call is in progress counts the next block itself. It
/// does so once: a second call of this function says no. Any thread.
ANOMALLOC_DEVICE_ABI bool __anomalloc_device_asked(void);

/// Counts a block of \p Size bytes that no instrumented site asked for. \p Unit
/// has one site of dynamic size, which stands for the function that gave the
/// block. \p Caller is the return address in the code that called our function,
/// where a recorded stack begins. If \p IsCharged, that code asked for the
/// block; else the site itself did. Any thread.
ANOMALLOC_DEVICE_ABI void __anomalloc_device_event(struct AnomallocUnit *Unit,
                                                   const void *Caller,
                                                   bool IsCharged, size_t Size);

/// The sums of the process's profile, one for each MemorySpace; null if there is
/// no profile. They begin as zeros. A forked child has sums of its own, at
/// another address. Not for two threads at once.
ANOMALLOC_DEVICE_ABI struct anomalloc::format::SpaceSums *
__anomalloc_device_sums(void);

} // extern "C"
#pragma GCC visibility pop

#endif // ANOMALLOC_DEVICEABI_H
