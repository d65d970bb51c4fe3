//===- Activations.cpp - which call of a function made a block ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lifetime/Activations.h"
#include "count/Lane.h"
#include "process/Process.h"

extern "C" __attribute__((visibility(
    "default"))) __thread AnomallocActivations __anomalloc_activations
    __attribute__((tls_model("initial-exec"))) = {};

namespace anomalloc::runtime {

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
  AnomallocActivation *&Entered = L.Watched.Entered;
  if (!Entered) {
    sys::SignalGuard Guard;
    Entered = static_cast<AnomallocActivation *>(allocateControl(
        *L.Owner, Guard,
        (ANOMALLOC_ACTIVATION_DEPTHS + 1) * sizeof(AnomallocActivation)));
    if (!Entered)
      return false;
  }
  // All that run now began before the block that is being born.
  for (uint64_t I = 0; I <= A.Depth && I <= ANOMALLOC_ACTIVATION_DEPTHS; ++I)
    Entered[I] = {A.Clock, ~uint64_t(0)};
  A.Entered = Entered;
  return true;
}

} // namespace anomalloc::runtime

void __anomalloc_entered(uint64_t Depth) {
  const AnomallocActivations &A = __anomalloc_activations;
  AnomallocActivation *Last =
      A.Entered + (Depth < ANOMALLOC_ACTIVATION_DEPTHS
                       ? Depth
                       : uint64_t(ANOMALLOC_ACTIVATION_DEPTHS));
  uint64_t Frame = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  // Number 0 is nobody's, and known to be nowhere.
  for (AnomallocActivation *Outer = Last - 1;
       __builtin_expect(Outer->Frame <= Frame, 0) && Outer != A.Entered;
       --Outer)
    *Outer = {A.Clock, ~uint64_t(0)};
  *Last = {A.Clock, Frame};
}
