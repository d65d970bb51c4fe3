//===- Complain.h - a word on standard error --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROCESS_COMPLAIN_H
#define ANOMALLOC_RUNTIME_PROCESS_COMPLAIN_H

namespace anomalloc::runtime {

/// Writes one line to standard error: "anomalloc: " and then the \p Count texts
/// of \p Parts. There may be 8 texts at most. Any thread, async-signal-safe.
void complainOf(const char *const *Parts, unsigned Count);

/// Writes one line, as complainOf() does, of the parts \p All. For messages
/// that the user must have. Other messages are written only with the option
/// `verbose`, so that the host's output stays as it was.
template <typename... Parts> void complain(Parts... All) {
  const char *const List[] = {All...};
  complainOf(List, sizeof...(All));
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROCESS_COMPLAIN_H
