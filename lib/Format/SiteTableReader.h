//===- SiteTableReader.h - bytes to a site table ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes a site table (anomalloc/SiteTable.h). A decoded table is checked:
/// every index in it is in range, callers and parents come before what they
/// hold.
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

/// Size in bytes of the blob, padding included, that \p Data begins with.
llvm::Expected<uint64_t> siteTableBlobSize(llvm::StringRef Data);

/// Decodes the blob that \p Data begins with.
llvm::Expected<SiteTable> readSiteTable(llvm::StringRef Data);

} // namespace anomalloc

#endif // ANOMALLOC_FORMAT_SITETABLEREADER_H
