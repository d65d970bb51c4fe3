//===- Spaces.cpp - sums of memory spaces ---------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "anomalloc/DeviceAbi.h"
#include "anomalloc/SiteTable.h"
#include "process/Process.h"

using namespace anomalloc;
using namespace anomalloc::format;
using namespace anomalloc::runtime;

__attribute__((tls_model("initial-exec"), visibility("default"))) __thread
    uint32_t __anomalloc_device_asking;

bool __anomalloc_device_asked(void) {
  const bool Asked = __anomalloc_device_asking;
  __anomalloc_device_asking = 0;
  return Asked;
}

SpaceSums *__anomalloc_device_sums(void) {
  Process *P = currentProcess();
  if (!P)
    return nullptr;
  Process &Whole = P->whole();
  if (Whole.Spaces)
    return Whole.Spaces;
  constexpr uint64_t Rows = uint64_t(MemorySpace::Last) + 1;
  sys::SignalGuard Guard;
  addRecord<RecordHeader>(Whole, Guard, RecordType::SpaceSums,
                          sizeof(RecordHeader) + Rows * sizeof(SpaceSums),
                          [&](RecordHeader &R) {
                            Whole.Spaces =
                                reinterpret_cast<SpaceSums *>(&R + 1);
                          });
  return Whole.Spaces;
}
