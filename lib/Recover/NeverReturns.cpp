//===- NeverReturns.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/NeverReturns.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace anomalloc::recover {

bool neverReturns(StringRef Function) {
  static const StringSet<> Names = {
      // ISO C, POSIX and glibc.
      "abort", "exit", "_exit", "_Exit", "quick_exit", "longjmp", "_longjmp",
      "siglongjmp", "__longjmp_chk", "pthread_exit", "thrd_exit", "err", "errx",
      "verr", "verrx", "__assert_fail", "__assert_perror_fail", "__assert",
      "__stack_chk_fail", "__chk_fail", "__fortify_fail", "__libc_fatal",
      // The C++ ABI: itanium-cxx-abi.github.io/cxx-abi/abi-eh.html
      "__cxa_throw", "__cxa_rethrow", "__cxa_bad_cast", "__cxa_bad_typeid",
      "__cxa_throw_bad_array_length", "__cxa_throw_bad_array_new_length",
      "__cxa_pure_virtual", "__cxa_deleted_virtual", "__cxa_call_unexpected",
      "__cxa_call_terminate", "_Unwind_Resume",
      // std::terminate(), std::unexpected(), std::rethrow_exception() and what
      // Clang calls at the end of noexcept functions.
      "_ZSt9terminatev", "_ZSt10unexpectedv",
      "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE",
      "__clang_call_terminate",
      // Assertions of libstdc++ and libc++.
      "_ZSt21__glibcxx_assert_failPKciS0_S0_",
      "_ZNSt3__122__libcpp_verbose_abortEPKcz"};
  // std::__throw_length_error(char const *) and the like, of both libraries.
  return Names.contains(Function) ||
         (Function.starts_with("_ZSt") && Function.contains("__throw_")) ||
         (Function.starts_with("_ZNSt3__1") && Function.contains("__throw_"));
}

} // namespace anomalloc::recover
