//===- Kokkos.cpp - blocks of Kokkos's views ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of Kokkos's tools interface that tells of memory. Kokkos calls these
// functions if KOKKOS_TOOLS_LIBS names this library. A label of a view is what
// a site is elsewhere: it has a row of its own. Regions and kernels are not
// heard.
//
//===----------------------------------------------------------------------===//

#include "devices/LiveBlocks.h"
#include "devices/Rows.h"
#include "process/Text.h"

#define ANOMALLOC_EXPORT extern "C" __attribute__((visibility("default")))

namespace anomalloc::runtime::devices {
namespace {

constexpr unsigned MaxName = 63;

/// A label in a space of Kokkos: "Kokkos::CudaUVM".
struct Label {
  char Text[MaxName + 1];
  char Space[MaxName + 1];
  RowTable Row;
};

/// Under OneAtATime. The last row is for all labels that come too late.
constexpr unsigned MaxLabels = 1024;
Label Labels[MaxLabels];

/// Cuts what is too long. Returns the length.
unsigned copyText(char *To, unsigned At, const char *Text) {
  while (*Text && At != MaxName)
    To[At++] = *Text++;
  To[At] = 0;
  return At;
}

// Apart from its caller: both frames together are large on AArch64.
__attribute__((noinline)) RowTable &rowOf(const char *Space, const char *Text) {
  Label Its = {};
  // Both together have less than 128 bytes.
  copyText(Its.Space, copyText(Its.Space, 0, "Kokkos::"), Space);
  copyText(Its.Text, 0, Text && *Text ? Text : "(no label)");
  const uint64_t Start = hashOf(Its.Text, hashOf(Its.Space));
  for (unsigned I = 0; I != MaxLabels - 1; ++I) {
    Label &L = Labels[((Start >> 32) + I) % (MaxLabels - 1)];
    if (!*L.Space)
      L = Its;
    else if (!equal(L.Space, Its.Space) || !equal(L.Text, Its.Text))
      continue;
    L.Row.build(L.Text, L.Space, MemorySpace::LibraryPool);
    return L.Row;
  }
  RowTable &Others = Labels[MaxLabels - 1].Row;
  Others.build("(other labels)", "Kokkos", MemorySpace::LibraryPool);
  return Others;
}

} // namespace
} // namespace anomalloc::runtime::devices

using namespace anomalloc::runtime::devices;

/// As Kokkos passes it: by value.
struct KokkosSpace {
  char Name[64];
};

/// As Kokkos passes it. Without us, Kokkos would wait for the device around
/// each event.
struct KokkosToolSettings {
  bool NeedsFences;
  bool Unused[255];
};

ANOMALLOC_EXPORT void kokkosp_request_tool_settings(uint32_t,
                                                    KokkosToolSettings *To) {
  To->NeedsFences = false;
}

ANOMALLOC_EXPORT void kokkosp_allocate_data(KokkosSpace Space,
                                            const char *Label,
                                            const void *Block, uint64_t Size) {
  Space.Name[sizeof(Space.Name) - 1] = 0;
  const OneAtATime Guard;
  countBlock(rowOf(Space.Name, Label), __builtin_return_address(0),
             /*IsCharged=*/false, Size);
  noteMade(reinterpret_cast<uint64_t>(Block), Size,
           anomalloc::MemorySpace::LibraryPool);
}

ANOMALLOC_EXPORT void kokkosp_deallocate_data(KokkosSpace, const char *,
                                              const void *Block, uint64_t) {
  const OneAtATime Guard;
  noteFreed(reinterpret_cast<uint64_t>(Block), /*OfPool=*/true);
}
