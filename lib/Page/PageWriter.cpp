//===- PageWriter.cpp - data into the report page -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Page/PageWriter.h"
#include "Support/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Compression.h"

using namespace llvm;

namespace anomalloc {

Error writePage(raw_ostream &OS, StringRef Template,
                ArrayRef<PagePiece> Pieces) {
  size_t Mark = Template.find(PageDataMark);
  if (Mark == StringRef::npos)
    return makeError("the template of the page has no mark for data: build "
                     "Anomalloc anew");
  if (!compression::zlib::isAvailable())
    return makeError("this LLVM was built without zlib, which compresses the "
                     "data of the page");
  OS << Template.take_front(Mark);
  for (const PagePiece &Piece : Pieces) {
    SmallVector<uint8_t, 0> Packed;
    compression::zlib::compress(arrayRefFromStringRef(Piece.Json), Packed,
                                compression::zlib::BestSizeCompression);
    OS << "<script type=\"text/plain\" data-name=\"" << Piece.Name
       << "\" data-run=\"" << Piece.Run << "\">"
       << encodeBase64(toStringRef(Packed)) << "</script>\n";
  }
  OS << Template.drop_front(Mark + PageDataMark.size());
  return Error::success();
}

} // namespace anomalloc
