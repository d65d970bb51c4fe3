//===- UnreadParts.h - what nobody reads of objects -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads are counted by slots of 8 bytes, each where it begins:
/// \code
///     0        8        16       24       32
///     | first  | i1  i2 | a pointer       | ...
///       read     read     no read counted
/// \endcode
/// A read that begins in i2 may reach to the next slot. So behind a slot that
/// was read, the next one is told only if the slot is one number or pointer.
/// Nor is the first slot told if it may lead to virtual functions, which
/// libraries use, too.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LIFETIMES_UNREADPARTS_H
#define ANOMALLOC_ANALYSIS_LIFETIMES_UNREADPARTS_H

#include "Profile/Profile.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace anomalloc {

struct UnreadParts {
  struct Range {
    uint64_t Begin, End; ///< Bytes; End is behind the last one.
  };
  struct Part {
    std::string Name, Type; ///< As in Member.
  };
  /// What surely nobody reads. With a layout, each range has members.
  std::vector<Range> Ranges;
  /// The members there, if a layout is known. One that is read in part is told
  /// by its own members or elements that are not.
  std::vector<Part> Members;
  uint64_t SizeWithout = 0; ///< Of an object without these, at most.
};

/// What nobody reads of objects of \p Size bytes. \p IsRead says whether some
/// read began in a slot. \p Layout may be null: not known.
UnreadParts unreadParts(uint64_t Size, const ClassLayout *Layout,
                        llvm::function_ref<bool(uint64_t Slot)> IsRead);

/// "Label (char[40]), Next (Node *) and 2 more".
std::string membersInWords(llvm::ArrayRef<UnreadParts::Part> Members);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LIFETIMES_UNREADPARTS_H
