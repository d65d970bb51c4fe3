//===- SignalFrame.h - from a signal's handler to what it met ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The frame that a signal's handler returns to. On x86-64 the C library owns
/// it, and call frame information leads on. On AArch64 the kernel owns it, most
/// kernels tell nothing of it, and some only where the frame pointer was: it is
/// known by its two instructions. Source: setup_rt_frame() of Linux, whose
/// layout is a part of its binary interface. Async-signal-safe, any thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_STACKS_SIGNALFRAME_H
#define ANOMALLOC_RUNTIME_STACKS_SIGNALFRAME_H

#include "stacks/Unwind.h"
#include <signal.h>
#include <ucontext.h>

namespace anomalloc::runtime {

#if defined(__aarch64__)
/// Whether a signal's handler returns to \p Pc. The kernel is asked to read.
inline bool isSignalReturn(uint64_t Pc) {
  uint32_t Code[2];
  return Pc % 4 == 0 && sys::readMemory(Pc, Code, sizeof(Code)) &&
         Code[0] == 0xd2801168 && // mov x8, #__NR_rt_sigreturn
         Code[1] == 0xd4000001;   // svc #0
}

/// Moves \p Frame, at which the kernel put a handler's frame, on to the code
/// that the signal interrupted.
inline void stepFromSignal(FrameCursor &Frame, WordsRead &Words) {
  const auto &At = reinterpret_cast<const ucontext_t *>(Frame.StackPointer +
                                                        sizeof(siginfo_t))
                       ->uc_mcontext;
  for (unsigned R = 0; R != RegStack; ++R)
    Frame.Registers[R] =
        reinterpret_cast<const uint64_t *>(&At.regs[FirstRegister + R]);
  Words.Others[Words.NumOthers++] = reinterpret_cast<const uint64_t *>(&At.pc);
  Words.Others[Words.NumOthers++] = reinterpret_cast<const uint64_t *>(&At.sp);
  Frame.Pc = At.pc;
  Frame.StackPointer = At.sp;
  Frame.Interrupted = true;
}
#else
inline bool isSignalReturn(uint64_t) { return false; }
inline void stepFromSignal(FrameCursor &, WordsRead &) {}
#endif

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_SIGNALFRAME_H
