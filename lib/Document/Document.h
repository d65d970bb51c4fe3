//===- Document.h - writes a JSON document ----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_DOCUMENT_DOCUMENT_H
#define ANOMALLOC_DOCUMENT_DOCUMENT_H

#include "Document/Keys.h"
#include "Support/PrintableStream.h"

namespace anomalloc {

/// Writes \p Its and a new line. A terminal obeys nothing in it. Lines are
/// indented by \p Indent spaces a level; 0: all is one line.
template <typename T>
void writeDocument(llvm::raw_ostream &To, const Keys<T> &Described,
                   const T &Its, unsigned Indent = 2) {
  PrintableStream OS(To, PrintableStream::Kind::Json);
  llvm::json::OStream J(OS, Indent);
  J.object([&] { Described.write(J, Its); });
  OS << '\n';
}
template <typename T>
void writeDocument(llvm::raw_ostream &To, const T &Its, unsigned Indent = 2) {
  writeDocument(To, keysOf<T>(), Its, Indent);
}

} // namespace anomalloc

#endif // ANOMALLOC_DOCUMENT_DOCUMENT_H
