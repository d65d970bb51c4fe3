//===- TypeOfNew.h - what a new-expression makes ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A new-expression calls `operator new`, then a constructor. Where the latter
/// was inlined, debug information tells it, at the place of the expression:
/// \code
///   17:52  call operator new(32)       Sink = new Circle(Radius);
///   DW_TAG_inlined_subroutine  Circle::Circle  call_line 17  call_column 52
/// \endcode
/// GCC gives both the column where the expression ends. Clang gives the call
/// that of `new`, and the constructor that of the type: four more, as people
/// write it. Of an array it gives both that of `new`.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RECOVER_TYPEOFNEW_H
#define ANOMALLOC_RECOVER_TYPEOFNEW_H

#include "Profile/Code.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include <string>

namespace anomalloc {

/// A call of `operator new`, or of one for arrays.
struct NewCall {
  uint64_t Address = 0; ///< In the call.
  Frame Where;          ///< The call's own level.
  /// Bytes that are asked for, if that is a constant.
  std::optional<uint64_t> Size;
  bool IsArray = false;
};

/// The class, with its scopes, of the objects that \p Call gets memory for; ""
/// if that is not known. It is known if constructors of one class alone were
/// inlined for this call, and if its objects have the size that is asked for: a
/// whole number of them for arrays, where a constant size is not needed.
/// Anything may stand in \p Debug; takes bounded time.
std::string typeOfNew(llvm::DWARFContext &Debug, const NewCall &Call);

} // namespace anomalloc

#endif // ANOMALLOC_RECOVER_TYPEOFNEW_H
