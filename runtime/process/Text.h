//===- Text.h - text in fixed buffers ---------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The few string operations that the runtime needs before, beside and after
/// the C library. Nothing here allocates or fails: text that does not fit is
/// cut.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROCESS_TEXT_H
#define ANOMALLOC_RUNTIME_PROCESS_TEXT_H

#include <stddef.h>
#include <stdint.h>

namespace anomalloc::runtime {

inline size_t length(const char *S) { return __builtin_strlen(S); }

inline bool equal(const char *A, const char *B) {
  return __builtin_strcmp(A, B) == 0;
}

/// Appends to a buffer of fixed size, always NUL-terminated.
class Text {
public:
  template <size_t N>
  explicit Text(char (&Buffer)[N])
      : Begin(Buffer), At(Buffer), Last(Buffer + N - 1) {
    *At = 0;
  }

  /// Goes on behind the first \p Used bytes.
  template <size_t N>
  Text(char (&Buffer)[N], size_t Used)
      : Begin(Buffer), At(Buffer + Used), Last(Buffer + N - 1) {}

  Text &add(char C) {
    if (At < Last) {
      *At++ = C;
      *At = 0;
    }
    return *this;
  }
  Text &add(const char *S) {
    while (*S && At < Last)
      add(*S++);
    return *this;
  }
  Text &add(uint64_t Number) {
    char Digits[20];
    int Count = 0;
    do
      Digits[Count++] = char('0' + Number % 10);
    while (Number /= 10);
    while (Count)
      add(Digits[--Count]);
    return *this;
  }
  size_t size() const { return size_t(At - Begin); }
  bool full() const { return At == Last; }

private:
  char *Begin;
  char *At;
  char *Last;
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROCESS_TEXT_H
