//===- WholeFile.cpp - a document is written whole or not at all ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "Support/TemporaryFile.h"
#include "llvm/Support/Errc.h"

using namespace llvm;

namespace anomalloc {

/// An unreported error would end the process in the destructor.
static Error finish(raw_fd_ostream &OS, Error E) {
  OS.flush();
  if (!E && OS.has_error())
    E = errorCodeToError(OS.error());
  OS.clear_error();
  return E;
}

static Error cannotWrite(StringRef Path, Error E) {
  return inContext("cannot write " + Path, std::move(E));
}

Error flushStandardOutput() {
  outs().flush();
  // Whoever reads has seen enough.
  if (outs().error() == errc::broken_pipe)
    outs().clear_error();
  if (Error E = finish(outs(), Error::success()))
    return cannotWrite("to standard output", std::move(E));
  return Error::success();
}

Error writeWholeFile(StringRef Path, function_ref<Error(raw_ostream &)> Write) {
  if (Path == "-") {
    if (Error E = Write(outs()))
      return E;
    return flushStandardOutput();
  }
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) && !sys::fs::is_regular_file(Status)) {
    std::error_code EC;
    raw_fd_ostream OS(Path, EC);
    if (EC)
      return cannotWrite(Path, errorCodeToError(EC));
    if (Error E = finish(OS, Write(OS)))
      return cannotWrite(Path, std::move(E));
    return Error::success();
  }
  const bool IsThere = sys::fs::exists(Status);
  SmallString<256> Target;
  if (!IsThere || sys::fs::real_path(Path, Target))
    Target = Path;
  Expected<TemporaryFile> File =
      TemporaryFile::create(Target, sys::fs::all_read | sys::fs::all_write);
  if (!File)
    return cannotWrite(Path, File.takeError());
  if (IsThere)
    if (std::error_code EC =
            sys::fs::setPermissions(File->descriptor(), Status.permissions()))
      return cannotWrite(Path, errorCodeToError(EC));
  raw_fd_ostream OS(File->descriptor(), /*shouldClose=*/false);
  if (Error E = finish(OS, Write(OS)))
    return cannotWrite(Path, std::move(E));
  if (Error Kept = File->keepAs(Target))
    return cannotWrite(Path, std::move(Kept));
  return Error::success();
}

} // namespace anomalloc
