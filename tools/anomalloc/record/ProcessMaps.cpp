//===- ProcessMaps.cpp - what a process has mapped ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/ProcessMaps.h"
#include "Support/Errors.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {

StringRef MappedRegion::fileName() const { return sys::path::filename(Path); }

std::string inProc(pid_t Id, const Twine &Name) {
  return ("/proc/" + Twine(Id) + "/" + Name).str();
}

/// A new line in a path is "\012" in /proc/PID/maps; nothing else is escaped.
static std::string unescape(StringRef Text) {
  std::string Path;
  while (!Text.empty()) {
    if (Text.consume_front("\\012"))
      Path += '\n';
    else {
      Path += Text.front();
      Text = Text.drop_front();
    }
  }
  return Path;
}

/// 7f12-7f13 rw-s 00000000 fe:00 1234    /path of the file
static bool parseRegion(StringRef Line, MappedRegion &R) {
  auto Next = [&Line] {
    auto [Word, Rest] = Line.split(' ');
    Line = Rest;
    return Word;
  };
  auto [Begin, End] = Next().split('-');
  R.Rights = Next().str();
  if (Begin.getAsInteger(16, R.Begin) || End.getAsInteger(16, R.End) ||
      R.Rights.size() != 4 || Next().getAsInteger(16, R.Offset))
    return false;
  Next(); // The device.
  if (Next().getAsInteger(10, R.Inode))
    return false;
  Line = Line.ltrim(' ');
  R.Deleted = Line.consume_back(" (deleted)");
  R.Path = unescape(Line);
  return true;
}

Expected<std::vector<MappedRegion>> regionsOf(pid_t Id) {
  auto Text = MemoryBuffer::getFileAsStream(inProc(Id, "maps"));
  if (!Text) {
    if (Text.getError() == std::errc::no_such_file_or_directory ||
        Text.getError() == std::errc::no_such_process)
      return makeError("there is no process " + Twine(Id));
    if (Text.getError() == std::errc::permission_denied)
      return makeError("process " + Twine(Id) +
                       " is another user's: run anomalloc as that user, or as "
                       "root");
    return inContext("process " + Twine(Id), errorCodeToError(Text.getError()));
  }
  if ((*Text)->getBufferSize() == 0)
    return makeError("process " + Twine(Id) + " is ending");
  std::vector<MappedRegion> Regions;
  SmallVector<StringRef, 0> Lines;
  (*Text)->getBuffer().split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines)
    if (MappedRegion R; parseRegion(Line, R))
      Regions.push_back(std::move(R));
  return Regions;
}

} // namespace anomalloc
