//===- PreloadedParts.h - the libraries that a program gets -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The runtime, for a program that does not carry it; and the libraries beside
/// the runtime, each for programs that need it. Others are spared its names.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_PRELOADEDPARTS_H
#define ANOMALLOC_ANOMALLOC_RECORD_PRELOADEDPARTS_H

#include "record/RecordedProgram.h"
#include "llvm/Support/Error.h"

namespace anomalloc {

/// What the user asked for by flags of record.
struct PreloadedParts {
  bool Devices = false; ///< Also if the program is not linked with any.
  bool OpenMP = false;
  bool Regions = false;
  bool Quiet = false; ///< No notes.
};

/// Lets all that \p Program needs into the programs that this process starts
/// from now on. The user called it \p Name. \p Options: those of the runtime.
/// The error says what is missing in the installation.
llvm::Error preloadAll(const RecordedProgram &Program, llvm::StringRef Name,
                       llvm::StringRef Options, const PreloadedParts &Parts);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_PRELOADEDPARTS_H
