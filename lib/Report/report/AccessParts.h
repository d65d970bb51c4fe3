//===- AccessParts.h - accesses to blocks in words --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_REPORT_ACCESSPARTS_H
#define ANOMALLOC_REPORT_REPORT_ACCESSPARTS_H

#include "Analysis/lifetimes/AccessTable.h"
#include "Analysis/lifetimes/UnreadParts.h"
#include "Support/Numbers.h"
#include <string>

namespace anomalloc {

/// The text that explains heatStrip().
inline constexpr llvm::StringLiteral HeatLegend =
    "heat: a character for each 8 bytes of a block. 9: these bytes are read "
    "most; a digit less: at most half as often; w: only written; .: neither "
    "read nor written";

/// A character for each piece, as HeatLegend says.
std::string heatStrip(llvm::ArrayRef<AccessSum::Piece> Pieces);

/// "bytes 16-31 and 40-47": what nobody reads of blocks of which other bytes
/// are read. "" if there is nothing like that.
std::string bytesNobodyReads(llvm::ArrayRef<AccessSum::Piece> Pieces);

/// The members among these bytes that surely nobody reads. None: the blocks'
/// class is not known, or nobody reads any of the blocks.
std::optional<std::vector<UnreadParts::Part>>
membersNobodyReads(const Profile &P, const AccessTable::Row &R);

/// How far blocks were used: "last byte used: within the first 25 % of the
/// block for half of the blocks, 50 % for nine tenths, 100 % for all".
std::string extentsInWords(const AccessSum &Sum);

/// Which threads used the blocks. "" if no block was used.
std::string usersInWords(const AccessSum &Sum, NumberStyle Style);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_ACCESSPARTS_H
