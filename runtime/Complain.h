//===- Complain.h - a word on standard error ----------------------*- C++
//-*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_COMPLAIN_H
#define ANOMALLOC_RUNTIME_COMPLAIN_H

namespace anomalloc {

/// Writes one line "anomalloc: ..." to standard error. For `verbose` only: by
/// default the host's output stays as it was.
void complain(const char *What, const char *Which, const char *Rest);

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_COMPLAIN_H
