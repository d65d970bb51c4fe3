//===- DwarfExpression.h - values that are computed -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Computes the expressions of call frame information. Source: DWARF 5, section
/// 2.5. Async-signal-safe, any thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_STACKS_DWARFEXPRESSION_H
#define ANOMALLOC_RUNTIME_STACKS_DWARFEXPRESSION_H

#include <stdint.h>

namespace anomalloc::runtime {

/// The input of expressions: registers and memory of the unwound stack.
struct ExpressionInput {
  void *Context;
  uint64_t (*Register)(void *Context, unsigned Number);
  uint64_t (*Memory)(void *Context, uint64_t Address);
};

/// The operands of a DWARF expression. They are too large for a small stack of
/// the program's. Need not be initialized.
struct Operands {
  static constexpr unsigned Max = 64;
  uint64_t Values[Max];
  unsigned Count;
  bool Bad; ///< There were too many, or too few.

  void push(uint64_t Value) {
    if (Count == Max)
      Bad = true;
    else
      Values[Count++] = Value;
  }
  uint64_t pop() {
    if (!Count) {
      Bad = true;
      return 0;
    }
    return Values[--Count];
  }
  uint64_t peek(unsigned Depth) {
    if (Depth >= Count) {
      Bad = true;
      return 0;
    }
    return Values[Count - 1 - Depth];
  }
};

/// Computes the value of the DWARF expression at \p Expression, where its
/// length stands first. If \p Initial is not null, pushes *Initial first.
/// Returns false for unknown operations, for bad operands, and if there are too
/// many steps. Works in \p S.
bool evaluate(const uint8_t *Expression, const uint64_t *Initial,
              const ExpressionInput &Input, Operands &S, uint64_t &Result);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_DWARFEXPRESSION_H
