//===- CgroupMemory.h - how near is the limit of a container? ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_CGROUPMEMORY_H
#define ANOMALLOC_ANOMALLOC_RECORD_CGROUPMEMORY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <sys/types.h>

namespace anomalloc {

/// The memory of a cgroup of version 2, and its limit (cgroups(7)). A process
/// that asks for more than the limit is ended by the kernel.
class CgroupMemory {
public:
  /// The cgroup of the process \p Id, or the nearest one above that has a
  /// limit. Fails if there is none, or if the cgroups are of version 1.
  static llvm::Expected<CgroupMemory> of(pid_t Id);
  /// The cgroup whose files are in \p Folder. Fails if it has no limit.
  static llvm::Expected<CgroupMemory> at(llvm::StringRef Folder);
  CgroupMemory(CgroupMemory &&Other);
  CgroupMemory &operator=(CgroupMemory &&) = delete;
  ~CgroupMemory();

  /// memory.current and memory.max; 0 if they cannot be read any more.
  uint64_t bytes() const;
  uint64_t limit() const;
  /// How often the limit was reached so far: the kernel had to take memory back
  /// (memory.events).
  uint64_t hits() const;
  /// A descriptor at which poll(2) tells POLLPRI when hits() may have changed.
  int descriptor() const { return Events; }

private:
  explicit CgroupMemory(std::string Folder);

  std::string Folder;
  int Events;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_CGROUPMEMORY_H
