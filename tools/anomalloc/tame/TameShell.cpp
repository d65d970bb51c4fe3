//===- TameShell.cpp - runs the user's commands ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/TameShell.h"
#include "Support/Errors.h"
#include "Support/Numbers.h"
#include "worktree/Interruption.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <chrono>
#include <cstring>

using namespace llvm;

namespace anomalloc {

Expected<ShellEnd> TameShell::run(const ShellCommand &Command) const {
  if (interruption())
    return makeError("interrupted");
  // The shell leads the process group, which its number names.
  constexpr const char *Script = R"(
    cd "$0" && echo $$ > "$1" || exit
    if test -n "$2"; then exec > "$2" 2> "$3"; else exec > "$3" 2>&1; fi
    shift 3
    exec env "$@")";
  CommandLine Line = {"/bin/sh",         "-c",           Script,
                      Tree.path(),       Folder.group(), Command.Output,
                      Folder.file("log")};
  append_range(Line, Command.Variables);
  append_range(Line, CommandLine{"/bin/sh", "-c", Command.Text, "sh"});
  append_range(Line, Command.Arguments);
  using Clock = std::chrono::steady_clock;
  const Clock::time_point Begin = Clock::now();
  Expected<ProcessResult> Result =
      runProcess(Line, Scratch, unsigned(Command.Seconds));
  if (!Result)
    return Result.takeError();
  if (!Result->StartError.empty())
    return makeError("cannot run /bin/sh: " + Result->StartError);
  ShellEnd End;
  End.CpuNanoseconds = Result->CpuNanoseconds;
  End.Seconds = uint64_t(std::chrono::duration_cast<std::chrono::seconds>(
                             Clock::now() - Begin)
                             .count()) +
                1;
  if (Result->TimedOut)
    End.Why = "no end after " + formatNumberOf(Command.Seconds, "second");
  else if (Result->Signal)
    End.Why = "signal " + itostr(Result->Signal) + " (" +
              strsignal(Result->Signal) + ")";
  else if (Result->Code)
    End.Why = "exit code " + itostr(Result->Code);
  return End;
}

std::string TameShell::endOfLog() const {
  constexpr size_t Shown = 4, Longest = 400;
  constexpr uint64_t Most = 1 << 20;
  const std::string Log = Folder.file("log");
  uint64_t Size = 0;
  sys::fs::file_size(Log, Size);
  auto Text = MemoryBuffer::getFileSlice(Log, std::min(Size, Most),
                                         Size - std::min(Size, Most));
  if (!Text)
    return "";
  SmallVector<StringRef, 0> Lines;
  (*Text)->getBuffer().split(Lines, '\n', -1, /*KeepEmpty=*/false);
  ArrayRef<StringRef> Last(Lines);
  auto *Wrong = find_if(Last, [](StringRef Line) {
    return Line.contains("error:") || Line.contains("CMake Error");
  });
  Last = Wrong == Last.end()
             ? Last.take_back(Shown)
             : Last.drop_front(size_t(Wrong - Last.begin())).take_front(Shown);
  std::string Joined = join(Last, "; ");
  if (Joined.size() > Longest)
    Joined = Joined.substr(0, Longest) + "...";
  return Joined;
}

} // namespace anomalloc
