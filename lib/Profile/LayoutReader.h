//===- LayoutReader.h - layouts out of debug information --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_LAYOUTREADER_H
#define ANOMALLOC_PROFILE_LAYOUTREADER_H

#include "Profile/ClassLayout.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"
#include <optional>

namespace anomalloc {

/// The members of \p Class, which has \p Bytes. None if a part of it is not
/// known: a class that is only declared, or a virtual base, which lies
/// elsewhere in each derived class. Anything may stand in the debug
/// information; takes bounded time.
std::optional<ClassLayout> readLayout(llvm::DWARFDie Class, uint64_t Bytes);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_LAYOUTREADER_H
