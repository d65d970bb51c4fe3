//===- SiteTableReader.h - bytes to a site table ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes a site table (anomalloc/SiteTable.h). A decoded table is checked:
/// every index in it is in range. The caller of a frame comes before the frame,
/// and the parent of a loop before the loop.
///
/// All functions may be called from any thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_FORMAT_SITETABLEREADER_H
#define ANOMALLOC_FORMAT_SITETABLEREADER_H

#include "Format/SiteTable.h"
#include "llvm/Support/Error.h"

namespace anomalloc {

inline constexpr uint64_t MaxTablePayload = uint64_t(1) << 28; ///< Bytes.

/// The size in bytes, padding included, of the blob at the start of \p Data.
llvm::Expected<uint64_t> siteTableBlobSize(llvm::StringRef Data);

/// Decodes the blob at the start of \p Data.
llvm::Expected<SiteTable> readSiteTable(llvm::StringRef Data);

} // namespace anomalloc

#endif // ANOMALLOC_FORMAT_SITETABLEREADER_H
