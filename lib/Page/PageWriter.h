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
      Name;     ///< Of small letters and '-': what the page's views ask for.
  unsigned Run; ///< 0: the first run on the page.
  std::string Json;
};

/// Where data stands in the template, which the build makes of lib/Page/web.
inline constexpr llvm::StringLiteral PageDataMark = "<!--anomalloc-data-->";

/// Writes \p Template with \p Pieces at its mark, each as
///
///   <script type="text/plain" data-name="report" data-run="0">BASE64</script>
///
/// which holds the JSON, compressed by zlib. Nothing of a piece's text is
/// markup: BASE64 has no '<'. Fails if \p Template has no mark.
llvm::Error writePage(llvm::raw_ostream &OS, llvm::StringRef Template,
                      llvm::ArrayRef<PagePiece> Pieces);

} // namespace anomalloc

#endif // ANOMALLOC_PAGE_PAGEWRITER_H
