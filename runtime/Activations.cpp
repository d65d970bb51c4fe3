//===- Activations.cpp - which call of a function made a block ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Activations.h"
#include "Lane.h"
#include "Process.h"

extern "C" __attribute__((visibility(
    "default"))) __thread AnomallocActivations __anomalloc_activations
    __attribute__((tls_model("initial-exec"))) = {};

namespace anomalloc {

void forgetActivations(Lane &L) {
  AnomallocActivations &A = __anomalloc_activations;
  A.Entered = nullptr;
  // The clock of a forked child begins anew.
  const format::LifetimeTotalsRecord *T = L.Owner->Lifetimes.Totals;
  uint64_t Clock =
      T ? __atomic_load_n(&T->AllocatedBytes, __ATOMIC_RELAXED) : 0;
  if (A.Clock > Clock)
    A.Clock = Clock;
}

bool beginActivations(Lane &L) {
  AnomallocActivations &A = __anomalloc_activations;
  uint64_t *&Entered = L.Watched.Entered;
  if (!Entered) {
    sys::SignalGuard Guard;
    Entered = static_cast<uint64_t *>(allocateControl(
        *L.Owner, Guard, (ANOMALLOC_ACTIVATION_DEPTHS + 1) * sizeof(uint64_t)));
    if (!Entered)
      return false;
  }
  // All that run now began before the block that is being born.
  for (uint64_t I = 0; I <= A.Depth && I <= ANOMALLOC_ACTIVATION_DEPTHS; ++I)
    Entered[I] = A.Clock;
  A.Entered = Entered;
  return true;
}

} // namespace anomalloc
