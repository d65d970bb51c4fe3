//===- OpenRegions.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "regions/OpenRegions.h"
#include "anomalloc/anomalloc.h"
#include <sys/syscall.h>
#include <unistd.h>

namespace anomalloc::runtime::regions {

namespace {
/// The regions that a thread is in, outermost first. Those that nest too deeply
/// are counted, so that begin and end match, but are no sections. It is small:
/// a library that is loaded late gets little of this memory.
struct OpenRegions {
  static constexpr uint32_t Max = 60;
  uint32_t Depth;
  uint32_t Entries[Max]; ///< The key, and as lowest bit: it is a phase.
};
} // namespace

static __thread OpenRegions Open __attribute__((tls_model("initial-exec")));

/// Lower keys are those of Interface.
static Key hashed(uint64_t Hash) {
  return {(uint32_t(Hash ^ Hash >> 31) & 0x7fffffffu) | 0x40000000u};
}

Key keyOf(const char *Name) {
  constexpr unsigned MaxNameSize = 255; // As that of sections.
  uint64_t Hash = 0xcbf29ce484222325u;  // FNV-1a
  for (unsigned I = 0; Name && I != MaxNameSize && Name[I]; ++I)
    Hash = (Hash ^ uint8_t(Name[I])) * 0x100000001b3u;
  return hashed(Hash);
}

Key keyOf(const void *Object) {
  return hashed(reinterpret_cast<uint64_t>(Object) * 0x9e3779b97f4a7c15u);
}

void begin(Key Its, const char *Name, Extent Reach) {
  if (Open.Depth >= OpenRegions::Max) {
    ++Open.Depth;
    return;
  }
  const bool IsPhase =
      Reach == Extent::Process && syscall(SYS_gettid) == getpid();
  Open.Entries[Open.Depth++] = Its.Value << 1 | IsPhase;
  const char *Known = Name && *Name ? Name : "(no name)";
  if (IsPhase)
    anomalloc_phase_begin(Known);
  else
    anomalloc_scope_begin(Known);
}

void end(Key Its) {
  if (Open.Depth > OpenRegions::Max) {
    --Open.Depth;
    return;
  }
  uint32_t Found = Open.Depth;
  while (Found && Open.Entries[Found - 1] >> 1 != Its.Value)
    --Found;
  if (!Found)
    return;
  while (Open.Depth >= Found) {
    if (Open.Entries[--Open.Depth] & 1)
      anomalloc_phase_end();
    else
      anomalloc_scope_end();
  }
}

} // namespace anomalloc::runtime::regions
