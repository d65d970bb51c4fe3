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

#ifndef ANOMALLOC_RUNTIME_DWARFEXPRESSION_H
#define ANOMALLOC_RUNTIME_DWARFEXPRESSION_H

#include <stdint.h>

namespace anomalloc {

/// What expressions are about: registers and memory of the unwound stack.
struct ExpressionInput {
  void *Context;
  uint64_t (*Register)(void *Context, unsigned Number);
  uint64_t (*Memory)(void *Context, uint64_t Address);
};

/// The value of a DWARF expression; \p Initial, if not null, is pushed first.
/// False for operations that are unknown.
bool evaluate(const uint8_t *Expression, const uint64_t *Initial,
              const ExpressionInput &Input, uint64_t &Result);

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_DWARFEXPRESSION_H
