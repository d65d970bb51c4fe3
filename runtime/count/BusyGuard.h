//===- BusyGuard.h - the right of a thread to change its state --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps a signal handler away from data that the interrupted thread is
/// changing.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_COUNT_BUSYGUARD_H
#define ANOMALLOC_RUNTIME_COUNT_BUSYGUARD_H

#include <stdint.h>

namespace anomalloc::runtime {

/// The calling thread's right to change some data. The data has a word \p Busy,
/// which is not 0 while the data changes. A signal handler that interrupts the
/// change does not get the right: its BusyGuard converts to false.
class BusyGuard {
public:
  explicit BusyGuard(uint32_t &Busy) : Busy(Busy), Mine(!Busy) {
    Busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }
  ~BusyGuard() {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (Mine)
      Busy = 0;
  }
  BusyGuard(const BusyGuard &) = delete;
  BusyGuard &operator=(const BusyGuard &) = delete;
  explicit operator bool() const { return Mine; }

private:
  uint32_t &Busy;
  const bool Mine;
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_COUNT_BUSYGUARD_H
