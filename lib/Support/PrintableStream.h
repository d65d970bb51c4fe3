//===- PrintableStream.h - the edge of every renderer -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_PRINTABLESTREAM_H
#define ANOMALLOC_SUPPORT_PRINTABLESTREAM_H

#include "llvm/Support/raw_ostream.h"
#include <string>

namespace anomalloc {

/// Passes a document on, and escapes everything in it that a terminal would
/// obey. Names in a text must be made printable() before: nobody knows here
/// whether a new line is part of a name.
///
/// Bytes that may begin a longer character are kept back, so the rest of a
/// document comes when the stream is destroyed.
class PrintableStream : public llvm::raw_ostream {
public:
  enum class Kind {
    Text,       ///< New lines and tabs pass; escapes are as "\x1b".
    ColourText, ///< The colours of terminals pass, too: "\x1b[1;36m".
    Json,       ///< Escapes are as "\u001b", which means the same.
  };

  PrintableStream(llvm::raw_ostream &To, Kind K) : To(To), K(K) {}
  ~PrintableStream() override;

private:
  void write_impl(const char *Begin, size_t Size) override;
  uint64_t current_pos() const override { return To.tell() + Kept.size(); }
  void pass(llvm::StringRef Text);

  llvm::raw_ostream &To;
  const Kind K;
  std::string Kept; ///< What may be the beginning of a longer character.
};

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_PRINTABLESTREAM_H
