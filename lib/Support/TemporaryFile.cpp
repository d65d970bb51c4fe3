//===- TemporaryFile.cpp - a file until it has its name -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/TemporaryFile.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {

std::string temporaryFolder() {
  SmallString<128> Path;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Path);
  return Path.str().str();
}

TemporaryFile::TemporaryFile(int Descriptor, std::string Path)
    : Descriptor(Descriptor), Path(std::move(Path)) {
  sys::RemoveFileOnSignal(this->Path);
}

TemporaryFile::TemporaryFile(TemporaryFile &&Other)
    : Descriptor(std::exchange(Other.Descriptor, -1)),
      Path(std::move(Other.Path)) {}

TemporaryFile::~TemporaryFile() {
  if (Descriptor < 0)
    return;
  close(Descriptor);
  unlink(Path.c_str());
  sys::DontRemoveFileOnSignal(Path);
}

Expected<TemporaryFile> TemporaryFile::create(const Twine &Begin,
                                              sys::fs::perms Mode) {
  std::string Path = (Begin + ".XXXXXX").str();
  const int Descriptor = mkostemp(Path.data(), O_CLOEXEC);
  if (Descriptor < 0)
    return errorCodeToError(errnoAsErrorCode());
  TemporaryFile File(Descriptor, std::move(Path));
  // mkostemp lets nobody else read it.
  const mode_t Forbidden = umask(0);
  umask(Forbidden);
  if (fchmod(Descriptor, mode_t(Mode) & ~Forbidden))
    return errorCodeToError(errnoAsErrorCode());
  return File;
}

Error TemporaryFile::keepAs(const Twine &As) {
  // A file system may say only now that it is full.
  if (close(std::exchange(Descriptor, -1))) {
    const std::error_code Failed = errnoAsErrorCode();
    unlink(Path.c_str());
    sys::DontRemoveFileOnSignal(Path);
    return errorCodeToError(Failed);
  }
  std::error_code Failed = sys::fs::rename(Path, As);
  if (Failed)
    unlink(Path.c_str());
  sys::DontRemoveFileOnSignal(Path);
  return errorCodeToError(Failed);
}

} // namespace anomalloc
