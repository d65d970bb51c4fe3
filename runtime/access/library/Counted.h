//===- Counted.h - the accesses of one call -------------------- *- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_ACCESS_LIBRARY_COUNTED_H
#define ANOMALLOC_RUNTIME_ACCESS_LIBRARY_COUNTED_H

#include "anomalloc/Access.h"
#include <ctype.h>
#include <stddef.h>
#include <sys/types.h>

namespace anomalloc::runtime {

/// The runtime; null: there is none, or ld.so(8) has not prepared this library
/// yet. Volatile: such a library may be called all the same.
extern decltype(__anomalloc_access_library) *const volatile CountInRuntime;
extern const uint32_t *const volatile AccessIsOn;

inline bool countsAccesses() {
  const uint32_t *On = AccessIsOn;
  return On && __atomic_load_n(On, __ATOMIC_RELAXED) && CountInRuntime;
}

inline size_t length(const char *S) {
  size_t N = 0;
  while (S[N])
    ++N;
  return N;
}
inline size_t length(const char *S, size_t Most) {
  size_t N = 0;
  while (N != Most && S[N])
    ++N;
  return N;
}

/// How far \p Found lies behind \p S; \p Else if nothing was found.
inline size_t until(const void *S, const void *Found, size_t Else) {
  return Found ? size_t(static_cast<const char *>(Found) -
                        static_cast<const char *>(S))
               : Else;
}
inline size_t untilOrEnd(const char *S, const void *Found) {
  return Found ? until(S, Found, 0) : length(S);
}

/// How strings are compared.
struct Same {
  static bool differ(char A, char B) { return A != B; }
};
struct SameLetter {
  static bool differ(char A, char B) {
    return A != B && tolower((unsigned char)A) != tolower((unsigned char)B);
  }
};

/// Counts what one call read and wrote. The call is over.
struct Counted {
  const void *Caller;

  void count(const void *Begin, size_t Size, AnomallocAccessKind Kind) const {
    if (Size)
      CountInRuntime(Begin, Size, Kind, Caller);
  }
  void read(const void *From, size_t N) const {
    count(From, N, ANOMALLOC_ACCESS_READ);
  }
  void write(void *To, size_t N) const { count(To, N, ANOMALLOC_ACCESS_WRITE); }
  void filled(void *To, int With, size_t N) const {
    count(To, N, With & 0xff ? ANOMALLOC_ACCESS_WRITE : ANOMALLOC_ACCESS_ZERO);
  }
  void copy(void *To, const void *From, size_t N) const {
    read(From, N);
    count(To, N, ANOMALLOC_ACCESS_COPY);
  }
  void received(void *To, ssize_t N) const {
    if (N > 0)
      write(To, size_t(N));
  }
  void sent(const void *From, ssize_t N) const {
    if (N > 0)
      read(From, size_t(N));
  }

  void compared(const void *A, const void *B, size_t N) const {
    auto *Its = static_cast<const char *>(A);
    auto *Others = static_cast<const char *>(B);
    size_t I = 0;
    while (I != N && Its[I] == Others[I])
      ++I;
    read(A, I + (I != N));
    read(B, I + (I != N));
  }
  template <typename How>
  void compared(const char *A, const char *B, size_t N) const {
    size_t I = 0;
    while (I != N && A[I] && !How::differ(A[I], B[I]))
      ++I;
    read(A, I + (I != N));
    read(B, I + (I != N));
  }
  /// From the end of \p S to \p Found.
  void readBack(const void *S, const void *Found, size_t N) const {
    const size_t From = until(S, Found, 0);
    read(static_cast<const char *>(S) + From, N - From);
  }
  void found(const char *S, const char *Part, const char *Its) const {
    const size_t M = length(Part);
    read(S, Its ? until(S, Its, 0) + M : length(S) + 1);
    read(Part, M + 1);
  }
  void padded(char *To, const char *From, size_t N) const {
    const size_t Room = length(From, N), Copied = Room + (Room != N);
    copy(To, From, Copied);
    filled(To + Copied, 0, N - Copied);
  }
  /// At most \p N characters of \p From stand at the end of \p To now.
  void appended(char *To, const char *From, size_t N) const {
    const size_t Its = length(From, N), Before = length(To) - Its;
    read(To, Before + 1);
    read(From, Its + (Its != N));
    count(To + Before, Its, ANOMALLOC_ACCESS_COPY);
    filled(To + Before + Its, 0, 1);
  }
  void duplicated(char *New, const char *From, size_t N) const {
    const size_t Its = length(From, N);
    read(From, Its + (Its != N));
    if (!New)
      return;
    // One copy where the end was copied, too.
    count(New, Its + (Its != N), ANOMALLOC_ACCESS_COPY);
    if (Its == N)
      filled(New + Its, 0, 1);
  }
  void formatted(char *To, size_t N, int Length) const {
    if (Length >= 0 && N)
      write(To, size_t(Length) < N ? size_t(Length) + 1 : N);
  }
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_ACCESS_LIBRARY_COUNTED_H
