//===- RecordBytes.h - structs, strings and rows of a record ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies the structs of ProfileFormat.h out of bytes that are not trusted.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_RECORDBYTES_H
#define ANOMALLOC_PROFILE_RECORDBYTES_H

#include "Support/Errors.h"
#include "llvm/ADT/StringRef.h"
#include <cstring>
#include <unordered_map>

namespace anomalloc {

/// Takes the struct at the beginning of \p Bytes off \p Bytes, and returns it.
template <typename T> llvm::Expected<T> take(llvm::StringRef &Bytes) {
  if (Bytes.size() < sizeof(T))
    return makeError("it is too short");
  T Result;
  memcpy(&Result, Bytes.data(), sizeof(T));
  Bytes = Bytes.drop_front(sizeof(T));
  return Result;
}

/// Takes the string at the beginning of \p Bytes and its NUL off \p Bytes, and
/// returns the string.
inline llvm::Expected<llvm::StringRef> takeString(llvm::StringRef &Bytes) {
  size_t End = Bytes.find('\0');
  if (End == llvm::StringRef::npos)
    return makeError("a string without an end");
  llvm::StringRef Result = Bytes.take_front(End);
  Bytes = Bytes.drop_front(End + 1);
  return Result;
}

/// A record that begins with a \p HeadT. As many rows as HeadT::Capacity says
/// stand behind it.
template <typename HeadT, typename RowT> class RecordRows {
public:
  static llvm::Expected<RecordRows> of(llvm::StringRef Record) {
    llvm::Expected<HeadT> Head = take<HeadT>(Record);
    if (!Head)
      return Head.takeError();
    if (Head->Capacity > Record.size() / sizeof(RowT))
      return makeError(llvm::Twine(Head->Capacity) + " rows do not fit it");
    return RecordRows(*Head, Record);
  }

  uint32_t size() const { return Head.Capacity; }
  RowT operator[](uint32_t I) const {
    RowT Row;
    memcpy(&Row, Bytes.data() + I * sizeof(RowT), sizeof(RowT));
    return Row;
  }

  const HeadT Head;

private:
  RecordRows(const HeadT &Head, llvm::StringRef Bytes)
      : Head(Head), Bytes(Bytes) {}

  llvm::StringRef Bytes;
};

/// Looks up \p Number, by which the file names a unit, a section or a lane, in
/// \p Map, such as RawProfile::UnitOf. Returns the index in RawProfile. An
/// error calls the thing that was not found \p What.
inline llvm::Expected<uint32_t>
indexOf(const std::unordered_map<uint32_t, uint32_t> &Map, uint32_t Number,
        const char *What) {
  auto I = Map.find(Number);
  if (I == Map.end())
    return makeError(llvm::Twine(What) + " " + llvm::Twine(Number) +
                     " has counts, but no record");
  return I->second;
}

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_RECORDBYTES_H
