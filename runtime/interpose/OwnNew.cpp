//===- OwnNew.cpp - operator new as the standard asks for it --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpose/OwnNew.h"
#include "anomalloc/Abi.h"
#include "interpose/DefinitionSearch.h"
#include "process/Complain.h"
#include <stdlib.h>

// libstdc++'s and libc++'s, where the linker or ld.so(8) finds them.
namespace std {
[[noreturn]] void __throw_bad_alloc() __attribute__((weak));
using new_handler = void (*)();
new_handler get_new_handler() noexcept __attribute__((weak));
} // namespace std

// What the compiler calls for the catch below. A program without C++ has none.
__asm__(".weak __gxx_personality_v0\n\t.weak __cxa_begin_catch\n\t"
        ".weak __cxa_end_catch\n\t.weak _ZSt9terminatev");

namespace anomalloc::runtime {

/// \p Linked, or who is called so where TheCaller is.
template <typename Fn> static Fn *reach(Fn *Linked, const char *Name) {
  if (Linked)
    return Linked;
  return reinterpret_cast<Fn *>(findDefinition(Name, nullptr, TheCaller));
}

std::new_handler newHandler() {
  auto *Get = reach(std::get_new_handler, "_ZSt15get_new_handlerv");
  return Get ? Get() : nullptr;
}

[[noreturn]] static void throwBadAlloc() {
  if (auto *Throw = reach(std::__throw_bad_alloc, "_ZSt17__throw_bad_allocv"))
    Throw();
  complain(
      "out of memory, and the std::bad_alloc of the C++ library inside the "
      "program cannot be reached: link with "
      "-Wl,-u,_ZSt17__throw_bad_allocv,-u,_ZSt15get_new_handlerv");
  abort();
}

/// \p Allocate returns a block or null.
template <typename Allocator> static void *newByLoop(Allocator Allocate) {
  for (;;) {
    if (void *Block = Allocate())
      return Block;
    // What comes now is no part of the block that was asked for.
    __anomalloc_tls.Asking = 0;
    std::new_handler Handle = newHandler();
    if (!Handle)
      throwBadAlloc();
    Handle();
  }
}

/// The standard's nothrow forms: what the handler throws ends here, too.
template <typename Throwing> static void *catchAll(Throwing New) {
  try {
    return New();
  } catch (...) {
    return nullptr;
  }
}

void *ownNew(size_t Size) {
  return newByLoop([=] { return Real.malloc(Size + !Size); });
}

void *ownNewAligned(size_t Size, Alignment Align) {
  return newByLoop([=] { return Real.aligned_alloc(Align, Size + !Size); });
}

void *ownNewNothrow(size_t Size, NothrowTag) {
  return catchAll([=] { return ownNew(Size); });
}

void *ownNewAlignedNothrow(size_t Size, Alignment Align, NothrowTag) {
  return catchAll([=] { return ownNewAligned(Size, Align); });
}

} // namespace anomalloc::runtime
