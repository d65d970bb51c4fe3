//===- Gzip.h - files that gunzip reads -------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_GZIP_H
#define ANOMALLOC_SUPPORT_GZIP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace anomalloc {

/// Writes \p Data compressed as gzip does (RFC 1952), without a time or a name.
/// Fails if LLVM was built without zlib.
llvm::Error writeGzip(llvm::raw_ostream &OS, llvm::StringRef Data);

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_GZIP_H
