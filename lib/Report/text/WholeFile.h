//===- WholeFile.h - a document is written whole or not at all --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_TEXT_WHOLEFILE_H
#define ANOMALLOC_REPORT_TEXT_WHOLEFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace anomalloc {

/// Writes \p Path through a file beside it, so that an interrupted run or a
/// full disk leaves no half document. A file that is there keeps its mode, and
/// symbolic links still lead to it. "-" is standard output; devices and pipes
/// are written straight. The error names \p Path.
llvm::Error
writeWholeFile(llvm::StringRef Path,
               llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Write);

/// Flushes standard output. Returns an error if something could not be written.
/// It is no error if the reader went away before the end.
llvm::Error flushStandardOutput();

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_TEXT_WHOLEFILE_H
