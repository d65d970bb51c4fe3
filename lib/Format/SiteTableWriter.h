//===- SiteTableWriter.h - a site table to bytes ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_FORMAT_SITETABLEWRITER_H
#define ANOMALLOC_FORMAT_SITETABLEWRITER_H

#include "llvm/ADT/SmallVector.h"

namespace anomalloc {

struct SiteTable;

/// Renders \p Table in the format of anomalloc/SiteTable.h, header included;
/// compressed if that makes it smaller.
llvm::SmallVector<char, 0> writeSiteTable(const SiteTable &Table);

} // namespace anomalloc

#endif // ANOMALLOC_FORMAT_SITETABLEWRITER_H
