//===- SystemCall.h - one system call ---------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Only for the files that make the boundary to the kernel: System.cpp,
/// SystemFiles.cpp and Companion.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROCESS_SYSTEMCALL_H
#define ANOMALLOC_RUNTIME_PROCESS_SYSTEMCALL_H

#include <stdint.h>

namespace anomalloc::runtime {
namespace sys {

/// Returns what the kernel returns. Touches no errno, and no other variable of
/// the thread.
inline long call(long Number, long A = 0, long B = 0, long C = 0, long D = 0,
                 long E = 0, long F = 0) {
#if defined(__x86_64__)
  long Result;
  register long R10 __asm__("r10") = D;
  register long R8 __asm__("r8") = E;
  register long R9 __asm__("r9") = F;
  __asm__ volatile("syscall"
                   : "=a"(Result)
                   : "a"(Number), "D"(A), "S"(B), "d"(C), "r"(R10), "r"(R8),
                     "r"(R9)
                   : "rcx", "r11", "memory");
  return Result;
#elif defined(__aarch64__)
  register long X8 __asm__("x8") = Number;
  register long X0 __asm__("x0") = A;
  register long X1 __asm__("x1") = B;
  register long X2 __asm__("x2") = C;
  register long X3 __asm__("x3") = D;
  register long X4 __asm__("x4") = E;
  register long X5 __asm__("x5") = F;
  __asm__ volatile("svc 0"
                   : "+r"(X0)
                   : "r"(X8), "r"(X1), "r"(X2), "r"(X3), "r"(X4), "r"(X5)
                   : "memory");
  return X0;
#else
#error "Anomalloc's runtime knows the system calls of x86-64 and AArch64 Linux"
#endif
}

/// The process's limit for a resource of getrlimit(2).
uint64_t limitOf(int Resource);

template <typename T> long word(T *P) { return reinterpret_cast<long>(P); }

} // namespace sys
} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROCESS_SYSTEMCALL_H
