//===- Modules.h - which object an address belongs to -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROFILE_MODULES_H
#define ANOMALLOC_RUNTIME_PROFILE_MODULES_H

#include "process/System.h"

namespace anomalloc::runtime {

struct Process;

/// Writes a record of every object that is loaded now, while the profile
/// begins.
void recordLoadedModules(Process &P, const sys::SignalGuard &Guard);

/// Does the same, beside threads that load and unload objects. Takes a lock of
/// the dynamic loader (dl_iterate_phdr(3)), so nobody who has that lock may
/// wait for the caller.
void recordModulesLocked(Process &P, const sys::SignalGuard &Guard);

/// Makes sure that the object around \p Pc has its record. Called before \p Pc
/// gets its first row. Takes no lock of the dynamic loader.
void recordModuleOf(Process &P, const sys::SignalGuard &Guard, uint64_t Pc);

/// Called after a dlclose(3). Notes which objects are gone. If any are, raises
/// the epoch of \p P, because other code may come to their addresses.
void noticeUnloadedModules(Process &P);

/// Path of the object around \p Address, "" if unknown.
const char *modulePath(const void *Address);

/// The .eh_frame_hdr section of the object around \p Pc; null if it has none,
/// or there is no such object. Takes no lock of the dynamic loader.
const uint8_t *frameHeaderOf(uint64_t Pc);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROFILE_MODULES_H
