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

/// The values of SavedRegisters, in their order.
using LiveRegisters = uint64_t[PackedRules::NumSaved];

/// The calling function's frame, which must go on existing while \p Frame is
/// used: its registers are kept in \p Live, a LiveRegisters.
#if defined(__aarch64__)
#define ANOMALLOC_CAPTURE(Frame, Live)                                         \
  __asm__ volatile("stp x19, x20, [%2]\n\tstp x21, x22, [%2, #16]\n\t"         \
                   "stp x23, x24, [%2, #32]\n\tstp x25, x26, [%2, #48]\n\t"    \
                   "stp x27, x28, [%2, #64]\n\tstp x29, x30, [%2, #80]\n\t"    \
                   "mov %0, sp\n\tadr %1, 0f\n0:"                              \
                   : "=&r"((Frame).StackPointer), "=&r"((Frame).Pc)            \
                   : "r"(Live)                                                 \
                   : "memory")
#else
#define ANOMALLOC_CAPTURE(Frame, Live)                                         \
  __asm__ volatile("movq %%rbx, 0(%2)\n\tmovq %%rbp, 8(%2)\n\t"                \
                   "movq %%r12, 16(%2)\n\tmovq %%r13, 24(%2)\n\t"              \
                   "movq %%r14, 32(%2)\n\tmovq %%r15, 40(%2)\n\t"              \
                   "movq %%rsp, %0\n\tleaq 0f(%%rip), %1\n0:"                  \
                   : "=&r"((Frame).StackPointer), "=&r"((Frame).Pc)            \
                   : "r"(Live)                                                 \
                   : "memory")
#endif

/// Makes \p Frame lead to the registers that are kept in \p Live.
inline void placeRegisters(FrameCursor &Frame, const LiveRegisters &Live) {
  Frame.Interrupted = true;
  Frame.ByFramePointer = false;
  for (const uint64_t *&R : Frame.Registers)
    R = nullptr;
  for (unsigned I = 0; I != PackedRules::NumSaved; ++I)
    Frame.Registers[SavedRegisters[I]] = Live + I;
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_CAPTURE_H
