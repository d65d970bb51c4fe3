//===- KeptDescriptor.cpp -------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/KeptDescriptor.h"

namespace anomalloc::runtime {

bool KeptDescriptor::keep(int Fd) {
  sys::FileId Its;
  bool Known = sys::identify(Fd, Its);
  int Kept = sys::moveAside(Fd);
  if (Kept < 0)
    return false;
  if (!Known) {
    sys::closeFile(Kept);
    return false;
  }
  Number = Kept;
  Id = Its;
  return true;
}

void KeptDescriptor::use(int Fd) {
  Number = Fd;
  sys::identify(Fd, Id);
}

int KeptDescriptor::get() const {
  sys::FileId Now;
  return Number && sys::identify(Number, Now) && Now == Id ? Number : -1;
}

void KeptDescriptor::close() {
  if (get() >= 0)
    sys::closeFile(Number);
  Number = 0;
}

} // namespace anomalloc::runtime
