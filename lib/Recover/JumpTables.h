//===- JumpTables.h - where a computed jump leads ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A `switch` becomes a jump through a table. GCC and Clang write for x86-64:
/// \code
///   cmp $9, %edi; ja default         <- 10 entries
///   lea table(%rip), %rdx            <- may stand before a loop
///   movslq (%rdx,%rdi,4), %rax       <- entries are relative to the table
///   add %rdx, %rax
///   jmp *%rax
/// \endcode
/// or, if code may have absolute addresses:
/// \code
///   jmp *table(,%rdi,8)
/// \endcode
/// AArch64's tables are not followed.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RECOVER_JUMPTABLES_H
#define ANOMALLOC_RECOVER_JUMPTABLES_H

#include "Recover/FunctionCode.h"

namespace anomalloc::recover {

struct IndirectJump {
  bool Known = false;
  /// Where it may lead to. None: it calls another function at the end of its
  /// own (a tail call through a pointer).
  std::vector<uint64_t> Targets;
};

/// Where \p Jump leads to, a jump of \p Code to an address that is computed.
IndirectJump followIndirectJump(const ElfImage &Image, const Decoder &D,
                                const FunctionCode &Code,
                                const Instruction &Jump);

} // namespace anomalloc::recover

#endif // ANOMALLOC_RECOVER_JUMPTABLES_H
