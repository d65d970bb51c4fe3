//===- Losses.cpp - why something is not in a profile ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Losses.h"
#include "llvm/Support/Errno.h"
#include <cerrno>

namespace anomalloc {

std::string whyNotWritten(uint32_t Error) {
  switch (Error) {
  case ENOSPC:
  case EDQUOT:
    return "the disk is full";
  case EFBIG:
    return "a limit on file sizes is reached";
  case ENOMEM:
    return "the address space that a limit leaves is used up";
  case EACCES:
  case EPERM:
    return "its user may not write there";
  case ENOENT:
    return "the folder is out of its reach";
  case EIO:
    return "another file has the profile's name by now";
  case EOVERFLOW:
    return "the process has more translation units than can be counted";
  case 0:
    return "the disk is full, or a limit on file sizes or memory is reached";
  default:
    return llvm::sys::StrError(int(Error));
  }
}

} // namespace anomalloc
