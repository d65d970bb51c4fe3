//===- PackedProfile.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/PackedProfile.h"
#include "Profile/Merge.h"
#include "Profile/ProfileReader.h"
#include "Profile/Symbolizer.h"
#include "Report/text/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {

/// What is another user's may become a link to anything at any time, where that
/// user may write.
static bool isOwn(const std::string &Path) {
  struct stat Status;
  return !lstat(Path.c_str(), &Status) && S_ISREG(Status.st_mode) &&
         Status.st_uid == geteuid();
}

Error packProfile(StringRef Path, pid_t Ended) {
  if (!isOwn(Path.str()))
    return Error::success();
  Expected<std::unique_ptr<Profile>> P = readProfile(Path);
  if (!P)
    return P.takeError();
  for (const Process &Its : (*P)->Processes) {
    bool HasEnded = Its.Exited || Its.info("pid") == utostr(uint64_t(Ended));
    if (!HasEnded || Its.info("trace"))
      return Error::success();
  }
  symbolize(**P);
  return writeWholeFile(Path,
                        [&](raw_ostream &OS) { return writeMerged(**P, OS); });
}

} // namespace anomalloc
