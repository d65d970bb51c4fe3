//===- ProtoMessage.h - bytes of protocol buffers ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of the encoding of protocol buffers that profiles need: numbers and
/// bytes by field. An inner message is built first, and is then added as bytes.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_FORMATS_PROTOMESSAGE_H
#define ANOMALLOC_REPORT_FORMATS_PROTOMESSAGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace anomalloc {

class ProtoMessage {
public:
  /// Adds a number. A 0 is left out: for a missing field, a reader takes 0.
  void add(unsigned Field, uint64_t Value) {
    if (!Value)
      return;
    addNumber(Field << 3);
    addNumber(Value);
  }
  /// Adds a text, bytes or a message, even if it is empty.
  void add(unsigned Field, llvm::StringRef Content) {
    addNumber(Field << 3 | 2);
    addNumber(Content.size());
    Bytes += Content;
  }
  void add(unsigned Field, const ProtoMessage &Inner) {
    add(Field, llvm::StringRef(Inner.Bytes));
  }
  /// Adds numbers one behind the other. Each number is kept, even a 0.
  void addPacked(unsigned Field, llvm::ArrayRef<uint64_t> Values) {
    ProtoMessage Packed;
    for (uint64_t Value : Values)
      Packed.addNumber(Value);
    add(Field, Packed);
  }

  llvm::StringRef bytes() const { return Bytes; }

private:
  void addNumber(uint64_t Value) {
    for (; Value >= 0x80; Value >>= 7)
      Bytes += char(Value | 0x80);
    Bytes += char(Value);
  }

  std::string Bytes;
};

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_FORMATS_PROTOMESSAGE_H
