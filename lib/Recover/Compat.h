//===- Compat.h - the seams between LLVM 19 and 23 --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What differs between the majors of LLVM in its layer for machine code. No
/// other file of this room looks at LLVM_VERSION_MAJOR.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RECOVER_COMPAT_H
#define ANOMALLOC_RECOVER_COMPAT_H

#include "llvm/Config/llvm-config.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"

namespace anomalloc::compat {

/// What LLVM's registry wants to hear of a target: its name, or the triple.
#if LLVM_VERSION_MAJOR < 22
inline const std::string &registryKey(const llvm::Triple &T) { return T.str(); }
#else
inline const llvm::Triple &registryKey(const llvm::Triple &T) { return T; }
#endif

/// The places of PLT entries in \p Bytes, a section at \p Address; each with
/// the place of its GOT entry.
inline std::vector<std::pair<uint64_t, uint64_t>>
findPltEntries(const llvm::MCInstrAnalysis &Analysis, uint64_t Address,
               llvm::ArrayRef<uint8_t> Bytes,
               const llvm::MCSubtargetInfo &Subtarget) {
#if LLVM_VERSION_MAJOR < 22
  return Analysis.findPltEntries(Address, Bytes, Subtarget.getTargetTriple());
#else
  return Analysis.findPltEntries(Address, Bytes, Subtarget);
#endif
}

} // namespace anomalloc::compat

#endif // ANOMALLOC_RECOVER_COMPAT_H
