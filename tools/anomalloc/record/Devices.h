//===- Devices.h - programs that use accelerators ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_DEVICES_H
#define ANOMALLOC_ANOMALLOC_RECORD_DEVICES_H

#include "llvm/ADT/StringRef.h"

namespace anomalloc {

/// What a program has that gives memory of accelerators.
struct DevicesOf {
  /// The program, or a library that it is linked with, calls an allocation
  /// function of an accelerator.
  bool Functions = false;
  bool Kokkos = false; ///< It has Kokkos inside, or is linked with it.
};

/// Looks at the program \p Image, and at the libraries that it is linked with.
/// What cannot be read tells nothing.
DevicesOf devicesOf(llvm::StringRef Image);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_DEVICES_H
