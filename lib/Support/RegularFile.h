//===- RegularFile.h - files that others name -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_REGULARFILE_H
#define ANOMALLOC_SUPPORT_REGULARFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace anomalloc {

/// The size of the largest file that is opened, in bytes. No library is as
/// large. A bound is needed, because a sparse file may have any size and take
/// no room on the disk.
constexpr uint64_t LargestRegularFile = uint64_t(4) << 30;

/// Whether \p Path leads to a regular file of at most LargestRegularFile bytes.
bool isRegularFile(llvm::StringRef Path);

/// Opens \p Path for reading, under the same rules as openRegularFile. The
/// caller closes it.
llvm::Expected<llvm::sys::fs::file_t>
openRegularDescriptor(llvm::StringRef Path);

/// Maps the file \p Path, which a profile may have named. Refuses pipes and
/// devices: it never waits for the writer of a pipe, and never reads a device
/// that has no end. The error says what the file is instead, without its name.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openRegularFile(llvm::StringRef Path);

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_REGULARFILE_H
