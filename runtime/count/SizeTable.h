//===- SizeTable.h - counts of a lane by key and size -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rows of SizeTableRecord, found by hashing. When the table is three
/// quarters full, a new one of twice its size takes over. The rows of the old
/// table stay where they are, and the reader adds them up. So every count is in
/// the file, even if the process is killed at any moment. Valid when zeroed.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_COUNT_SIZETABLE_H
#define ANOMALLOC_RUNTIME_COUNT_SIZETABLE_H

#include "anomalloc/ProfileFormat.h"
#include "profile/ProfileFile.h"

namespace anomalloc::runtime {

struct Lane;

/// The key of a row of either kind.
inline const format::SizeEntry &keyOf(const format::SizeEntry &Row) {
  return Row;
}
inline const format::SizeEntry &keyOf(const format::SizeClassEntry &Row) {
  return Row.Key;
}
inline format::SizeEntry &keyOf(format::SizeEntry &Row) { return Row; }
inline format::SizeEntry &keyOf(format::SizeClassEntry &Row) {
  return Row.Key;
}

/// Rows of sizes, or of sizes that were put together.
template <typename Entry, format::RecordType Type> class RowsBySize {
public:
  /// The row with the key fields of \p Key, or null. Only by the lane's own
  /// thread; a signal handler may come between.
  Entry *find(const format::SizeEntry &Key) const {
    if (!Table)
      return nullptr;
    Entry *Row = probe(Key);
    return keyOf(*Row).Count ? Row : nullptr;
  }

  /// As find(), but makes the row if there is none. Null when the profile
  /// cannot grow.
  Entry *findOrInsert(Lane &L, const sys::SignalGuard &Guard,
                      const format::SizeEntry &Key);

private:
  bool grow(Lane &L, const sys::SignalGuard &Guard);

  static Entry *rows(format::SizeTableRecord *T) {
    return reinterpret_cast<Entry *>(T + 1);
  }
  static bool sameKey(const format::SizeEntry &A, const format::SizeEntry &B) {
    return A.Pc == B.Pc && A.Size == B.Size && A.Unit == B.Unit &&
           A.Slot == B.Slot && A.Section == B.Section && A.Epoch == B.Epoch;
  }
  static uint32_t hash(const format::SizeEntry &Key) {
    uint64_t H = Key.Pc ^ (uint64_t(Key.Unit) << 40 ^ uint64_t(Key.Slot) << 20);
    H ^= Key.Size * 0x9e3779b97f4a7c15u ^
         __builtin_rotateleft64(Key.Section, 50);
    return uint32_t((H * 0xd6e8feb86659fd93u) >> 32);
  }
  /// The row of \p Key, or the free one where it would go.
  Entry *probe(const format::SizeEntry &Key) const {
    uint32_t Mask = Table->Capacity - 1;
    for (uint32_t I = hash(Key) & Mask;; I = (I + 1) & Mask) {
      Entry *Row = rows(Table) + I;
      if (!keyOf(*Row).Count || sameKey(keyOf(*Row), Key))
        return Row;
    }
  }

  format::SizeTableRecord *Table;
  uint32_t Used;
};

using SizeTable =
    RowsBySize<format::SizeEntry, format::RecordType::SizeTable>;
using SizeClassTable =
    RowsBySize<format::SizeClassEntry, format::RecordType::SizeClasses>;

/// Adds to a counter that signal handlers of the same thread add to as well,
/// and that nobody else writes.
inline void addTo(uint64_t &Counter, uint64_t Value) {
#if defined(__x86_64__)
  __asm__("addq %1, %0" : "+m"(Counter) : "er"(Value) : "cc");
#else
  __atomic_fetch_add(&Counter, Value, __ATOMIC_RELAXED);
#endif
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_COUNT_SIZETABLE_H
