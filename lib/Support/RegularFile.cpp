//===- RegularFile.cpp - files that others name ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/RegularFile.h"
#include "Support/FileCloser.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include <cerrno>
#include <fcntl.h>

using namespace llvm;

namespace anomalloc {

static Error refuse(const Twine &Why) {
  return createStringError(inconvertibleErrorCode(), Why);
}

static Error check(const sys::fs::file_status &Status) {
  if (Status.type() == sys::fs::file_type::directory_file)
    return refuse("a folder");
  if (Status.type() != sys::fs::file_type::regular_file)
    return refuse("not a regular file");
  if (Status.getSize() > LargestRegularFile)
    return refuse("larger than 4 GiB");
  return Error::success();
}

bool isRegularFile(StringRef Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status))
    return false;
  Error E = check(Status);
  bool Is = !E;
  consumeError(std::move(E));
  return Is;
}

Expected<sys::fs::file_t> openRegularDescriptor(StringRef Path) {
  // To open a device may already do something.
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return errorCodeToError(EC);
  if (Error E = check(Status))
    return std::move(E);
  // It may have become a pipe meanwhile.
  int File = sys::RetryAfterSignal(-1, ::open, Path.str().c_str(),
                                   O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (File < 0)
    return errorCodeToError(std::error_code(errno, std::generic_category()));
  if (std::error_code EC = sys::fs::status(File, Status)) {
    sys::fs::closeFile(File);
    return errorCodeToError(EC);
  }
  if (Error E = check(Status)) {
    sys::fs::closeFile(File);
    return std::move(E);
  }
  return File;
}

Expected<std::unique_ptr<MemoryBuffer>> openRegularFile(StringRef Path) {
  Expected<sys::fs::file_t> File = openRegularDescriptor(Path);
  if (!File)
    return File.takeError();
  FileCloser Close(*File);
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(*File, Status))
    return errorCodeToError(EC);
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getOpenFile(
      *File, Path, Status.getSize(), /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return errorCodeToError(Buffer.getError());
  return std::move(*Buffer);
}

} // namespace anomalloc
