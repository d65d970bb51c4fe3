//===- PageWriter.h - data into the report page -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PAGE_PAGEWRITER_H
#define ANOMALLOC_PAGE_PAGEWRITER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace anomalloc {

/// One document that the page shows, as a schema in docs/ describes it.
struct PagePiece {
  std::string
      Name;     ///< The page's views ask for it. Small letters and '-' only.
  unsigned Run; ///< 0: the first run on the page.
  std::string Json;
};

/// Marks the place for the data in the template. The build makes the template
/// from lib/Page/web.
inline constexpr llvm::StringLiteral PageDataMark = "<!--anomalloc-data-->";

/// Writes \p Template with \p Pieces in place of its mark, each piece as
///
///   <script type="text/plain" data-name="report" data-run="0">BASE64</script>
///
/// BASE64 holds the JSON of the piece, compressed by zlib. It has no '<', so
/// nothing in a piece acts as markup. Fails if \p Template has no mark, or if
/// LLVM was built without zlib.
llvm::Error writePage(llvm::raw_ostream &OS, llvm::StringRef Template,
                      llvm::ArrayRef<PagePiece> Pieces);

} // namespace anomalloc

#endif // ANOMALLOC_PAGE_PAGEWRITER_H
