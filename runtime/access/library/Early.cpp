//===- Early.cpp ----------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/library/Early.h"
#include <stddef.h>

namespace anomalloc::runtime {

static void *earlyMove(void *To, const void *From, size_t N) {
  auto *Its = static_cast<char *>(To);
  auto *Others = static_cast<const char *>(From);
  if (Its < Others)
    for (size_t I = 0; I != N; ++I)
      Its[I] = Others[I];
  else
    while (N--)
      Its[N] = Others[N];
  return To;
}

static void *earlySet(void *To, int C, size_t N) {
  for (size_t I = 0; I != N; ++I)
    static_cast<char *>(To)[I] = char(C);
  return To;
}

static int earlyCompare(const void *A, const void *B, size_t N) {
  auto *Its = static_cast<const unsigned char *>(A);
  auto *Others = static_cast<const unsigned char *>(B);
  for (size_t I = 0; I != N; ++I)
    if (Its[I] != Others[I])
      return Its[I] - Others[I];
  return 0;
}

static size_t earlyLength(const char *S) {
  size_t N = 0;
  while (S[N])
    ++N;
  return N;
}

static int earlyCompareTexts(const char *A, const char *B, size_t N) {
  for (size_t I = 0; I != N; ++I)
    if (A[I] != B[I] || !A[I])
      return (unsigned char)A[I] - (unsigned char)B[I];
  return 0;
}

static int earlyCompareAll(const char *A, const char *B) {
  return earlyCompareTexts(A, B, ~size_t(0));
}

static char *earlyFind(const char *S, int C) {
  for (; *S != char(C); ++S)
    if (!*S)
      return nullptr;
  return const_cast<char *>(S);
}

void *early(const char *Name) {
  static constexpr struct {
    const char Name[8];
    unsigned Which;
  } Names[] = {{"memcpy", 0}, {"memmove", 0}, {"memset", 1},
               {"memcmp", 2}, {"bcmp", 2},    {"strlen", 3},
               {"strcmp", 4}, {"strncmp", 5}, {"strchr", 6}};
  for (const auto &Its : Names) {
    if (earlyCompareAll(Name, Its.Name))
      continue;
    // No table of addresses: it would not be filled in yet.
    switch (Its.Which) {
    case 0:
      return reinterpret_cast<void *>(earlyMove);
    case 1:
      return reinterpret_cast<void *>(earlySet);
    case 2:
      return reinterpret_cast<void *>(earlyCompare);
    case 3:
      return reinterpret_cast<void *>(earlyLength);
    case 4:
      return reinterpret_cast<void *>(earlyCompareAll);
    case 5:
      return reinterpret_cast<void *>(earlyCompareTexts);
    default:
      return reinterpret_cast<void *>(earlyFind);
    }
  }
  return nullptr;
}

} // namespace anomalloc::runtime
