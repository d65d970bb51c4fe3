//===- Capture.h - where a walk begins --------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The registers of the function that is running, for a walk from its frame on.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_STACKS_CAPTURE_H
#define ANOMALLOC_RUNTIME_STACKS_CAPTURE_H

#include "stacks/Unwind.h"

namespace anomalloc::runtime {

#if defined(__x86_64__)
/// The calling function's frame, which must go on existing while \p Frame is
/// used: its registers are kept in \p Live.
#define ANOMALLOC_CAPTURE(Frame, Live)                                         \
  __asm__ volatile("movq %%rbx, 0(%2)\n\tmovq %%rbp, 8(%2)\n\t"                \
                   "movq %%r12, 16(%2)\n\tmovq %%r13, 24(%2)\n\t"              \
                   "movq %%r14, 32(%2)\n\tmovq %%r15, 40(%2)\n\t"              \
                   "movq %%rsp, %0\n\tleaq 0f(%%rip), %1\n0:"                  \
                   : "=&r"((Frame).StackPointer), "=&r"((Frame).Pc)            \
                   : "r"(Live)                                                 \
                   : "memory")

/// Makes \p Frame lead to the registers that are kept in \p Live.
inline void placeRegisters(FrameCursor &Frame, const uint64_t *Live) {
  Frame.Interrupted = true;
  Frame.ByFramePointer = false;
  for (const uint64_t *&R : Frame.Registers)
    R = nullptr;
  Frame.Registers[RegRbx] = Live;
  Frame.Registers[RegRbp] = Live + 1;
  for (unsigned R = RegR12; R <= RegR15; ++R)
    Frame.Registers[R] = Live + 2 + (R - RegR12);
}
#else
#define ANOMALLOC_CAPTURE(Frame, Live)                                         \
  Frame = {}; /* Not yet for this machine: every stack is lost. */
inline void placeRegisters(FrameCursor &, const uint64_t *) {}
#endif

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_CAPTURE_H
