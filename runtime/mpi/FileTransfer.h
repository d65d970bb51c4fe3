//===- FileTransfer.h - a file from rank to rank ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Files go in pieces of 1 MiB, from disk to disk: so no rank needs memory for
/// a whole one. Both sides go through to the end whatever fails.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_MPI_FILETRANSFER_H
#define ANOMALLOC_RUNTIME_MPI_FILETRANSFER_H

#include "mpi/Mpi.h"
#include "process/Text.h"

namespace anomalloc::runtime {

/// Bytes of the file; 0 if it cannot be opened.
uint64_t sizeOfFile(const char *Path);

/// Sends the first \p Size bytes of the file \p Path.
void sendFile(Mpi &M, int To, const char *Path, uint64_t Size);

/// Receives \p Size bytes into the new file \p Path; a file that is there is
/// replaced. False, and the reason in \p Why, if that failed. Then the file is
/// not there.
bool receiveFile(Mpi &M, int From, const char *Path, uint64_t Size, Text &Why);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_MPI_FILETRANSFER_H
