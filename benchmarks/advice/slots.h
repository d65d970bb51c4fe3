//===- slots.h - a pool, as a user would write it ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `anomalloc advise-allocator` means by a pool: a list of free slots of
// one size for each thread, cut from slabs that are not given back.
//
//===----------------------------------------------------------------------===//

#ifndef ADVICE_SLOTS_H
#define ADVICE_SLOTS_H

#include <cstddef>
#include <new>

template <std::size_t Size> class Slots {
public:
  static void *take() {
    if (Slot *Result = Free) {
      Free = Result->Next;
      return Result;
    }
    if (End - Next < std::ptrdiff_t(sizeof(Slot))) {
      constexpr std::size_t SlabSize = 64 << 10;
      Next = static_cast<char *>(::operator new(SlabSize));
      End = Next + SlabSize;
    }
    void *Result = Next;
    Next += sizeof(Slot);
    return Result;
  }
  static void give(void *Block) {
    if (Block)
      Free = new (Block) Slot{Free};
  }

private:
  union Slot {
    Slot *Next;
    char Bytes[Size];
  };
  inline static thread_local Slot *Free = nullptr;
  inline static thread_local char *Next = nullptr, *End = nullptr;
};

#endif // ADVICE_SLOTS_H
