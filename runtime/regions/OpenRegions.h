//===- OpenRegions.h - regions of other tools as sections -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// libanomalloc_rt_regions.so hears where a program tells other tools of its
/// regions. Each region becomes a section of the runtime, if there is one in
/// the process; else nothing happens. The library is apart from the runtime, so
/// that a program without such regions never meets these symbols.
///
/// The regions of a thread nest. An end that fits no open region of its thread
/// does nothing. An end that fits one further out also ends those within it.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_REGIONS_OPENREGIONS_H
#define ANOMALLOC_RUNTIME_REGIONS_OPENREGIONS_H

#include <stdint.h>

#define ANOMALLOC_EXPORT extern "C" __attribute__((visibility("default")))

namespace anomalloc::runtime::regions {

/// What an end is matched with a begin by.
struct Key {
  uint32_t Value;
};

/// Of an interface whose ends name no region: an end is for the innermost.
enum class Interface : uint32_t { Kokkos, KokkosKernel, Nvtx, Itt, ScoreP };
constexpr Key keyOf(Interface I) { return {uint32_t(I)}; }
/// Of a region whose end has the same name. Looks at the first 255 bytes.
Key keyOf(const char *Name);
/// Of a region that an object stands for.
Key keyOf(const void *Object);

enum class Extent {
  /// The calling thread alone: a scope.
  Thread,
  /// All threads: a phase. If another thread than the process's first one
  /// begins the region, it is a scope, because phases end in one order only.
  Process,
};

/// Begins a region of the calling thread. \p Name may be null.
void begin(Key Its, const char *Name, Extent Reach = Extent::Thread);
/// Ends the innermost region of the calling thread that was begun with \p Its.
void end(Key Its);

/// Begins a region when it goes out of scope: what the other tool allocates at
/// its own begin is outside.
class BeginAfterwards {
public:
  BeginAfterwards(Key Its, const char *Name) : Its(Its), Name(Name) {}
  ~BeginAfterwards() { begin(Its, Name); }

private:
  Key Its;
  const char *Name;
};

} // namespace anomalloc::runtime::regions

#endif // ANOMALLOC_RUNTIME_REGIONS_OPENREGIONS_H
