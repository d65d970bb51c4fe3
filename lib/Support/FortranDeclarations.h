//===- FortranDeclarations.h - arrays that take blocks ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A declaration makes a block for each automatic array: a local variable whose
/// size is not constant.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_FORTRANDECLARATIONS_H
#define ANOMALLOC_SUPPORT_FORTRANDECLARATIONS_H

#include "Support/FortranScopes.h"

namespace anomalloc::fortran {

/// The automatic arrays, and texts, that \p Its declares at \p Line, with what
/// follows each name. Only a name that is not known as constant makes a size
/// vary.
Parts automaticArrays(const Declaration &Its, const Scopes &Around,
                      uint32_t Line);

} // namespace anomalloc::fortran

#endif // ANOMALLOC_SUPPORT_FORTRANDECLARATIONS_H
