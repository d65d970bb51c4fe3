//===- AttachedRuntime.cpp - the runtime in a running process -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/AttachedRuntime.h"
#include "Support/Errors.h"
#include "anomalloc/Attach.h"
#include "cli/Layout.h"
#include "cli/RuntimeFlags.h"
#include "record/SafeMoment.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

/// Calls in a process, on a stack of their own, which ends with this object.
class BorrowedThread {
public:
  static Expected<std::unique_ptr<BorrowedThread>> take(pid_t Id);
  ~BorrowedThread();

  /// The address of \p Text in the process; it stays until the end.
  Expected<uint64_t> copy(StringRef Text);
  Expected<uint64_t> call(StringRef Function, ArrayRef<uint64_t> Arguments);
  Expected<uint64_t> callAt(uint64_t Function, ArrayRef<uint64_t> Arguments) {
    return Thread->call(Function, Arguments);
  }
  std::string readText(uint64_t From) { return Thread->readText(From); }

private:
  BorrowedThread(RemoteObject Library, std::unique_ptr<RemoteThread> Thread)
      : Library(std::move(Library)), Thread(std::move(Thread)) {}

  static constexpr uint64_t StackSize = 256 << 10, TextSize = 32 << 10;
  RemoteObject Library;
  std::unique_ptr<RemoteThread> Thread;
  uint64_t Memory = 0;  ///< The texts, then the stack.
  uint64_t TextEnd = 0; ///< Behind the last text.
  uint64_t ErrorPlace = 0;
  int ErrorNumber = 0;
};

bool isCLibrary(const MappedRegion &R) {
  return R.fileName() == "libc.so.6" ||
         (R.fileName().starts_with("libc-2.") && R.fileName().ends_with(".so"));
}

Expected<std::unique_ptr<BorrowedThread>> BorrowedThread::take(pid_t Id) {
  Expected<std::vector<MappedRegion>> Regions = regionsOf(Id);
  if (!Regions)
    return Regions.takeError();
  auto It = find_if(*Regions, isCLibrary);
  if (It == Regions->end())
    return makeError("process " + Twine(Id) + " does not use glibc");
  Expected<RemoteObject> Library =
      RemoteObject::open(Id, *Regions, std::string(It->Path));
  if (!Library)
    return Library.takeError();
  for (StringRef Name :
       {"dlopen", "dlerror", "mmap", "munmap", "__errno_location"})
    if (!Library->addressOf(Name))
      return makeError("the C library of process " + Twine(Id) + " has no " +
                       Name + ": it is older than glibc 2.34");
  auto Thread = SafeMoment(Id, std::move(*Regions), *Library).find();
  if (!Thread)
    return Thread.takeError();
  std::unique_ptr<BorrowedThread> B(
      new BorrowedThread(std::move(*Library), std::move(*Thread)));
  Expected<uint64_t> Place = B->call("__errno_location", {});
  if (!Place)
    return Place.takeError();
  if (B->Thread->read(*Place, &B->ErrorNumber, sizeof(int)))
    B->ErrorPlace = *Place;
  Expected<uint64_t> Memory =
      B->call("mmap", {0, TextSize + StackSize, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, uint64_t(-1), 0});
  if (!Memory)
    return Memory.takeError();
  if (int64_t(*Memory) == -1)
    return makeError("process " + Twine(Id) + " has no room for a stack");
  B->Memory = B->TextEnd = *Memory;
  B->Thread->useStack(*Memory + TextSize + StackSize);
  return std::move(B);
}

BorrowedThread::~BorrowedThread() {
  if (Memory) {
    Thread->useStack(0);
    if (auto Done = call("munmap", {Memory, TextSize + StackSize}); !Done)
      consumeError(Done.takeError()); // It has ended.
  }
  if (ErrorPlace)
    Thread->write(ErrorPlace, &ErrorNumber, sizeof(int));
}

Expected<uint64_t> BorrowedThread::copy(StringRef Text) {
  std::string WithEnd = Text.str();
  const size_t Size = WithEnd.size() + 1;
  if (Size > Memory + TextSize - TextEnd)
    return makeError("the options are too long");
  if (!Thread->write(TextEnd, WithEnd.c_str(), Size))
    return makeError("the memory of the process cannot be written to");
  return std::exchange(TextEnd, TextEnd + Size);
}

Expected<uint64_t> BorrowedThread::call(StringRef Function,
                                        ArrayRef<uint64_t> Arguments) {
  return callAt(Library.addressOf(Function), Arguments);
}

/// The shared runtime as the process \p Id has it mapped; "": it has not. Fails
/// if that is another file than ours.
Expected<std::string> mappedRuntime(pid_t Id, ArrayRef<MappedRegion> Regions,
                                    StringRef Ours) {
  struct stat File;
  if (stat(Ours.str().c_str(), &File) != 0)
    return makeError("the runtime is not at " + Ours +
                     ": Anomalloc is not installed completely");
  for (const MappedRegion &R : Regions)
    if (R.fileName() == sys::path::filename(Ours)) {
      if (R.Deleted || R.Inode != File.st_ino)
        return makeError("process " + Twine(Id) +
                         " has another runtime loaded, " + R.Path +
                         "; start it anew");
      return R.Path;
    }
  return "";
}

/// The function \p Name of the runtime in the process \p Id; 0: the runtime is
/// not there.
Expected<uint64_t> findInRuntime(pid_t Id, StringRef Name) {
  Expected<std::vector<MappedRegion>> Regions = regionsOf(Id);
  if (!Regions)
    return Regions.takeError();
  Expected<std::string> Path =
      mappedRuntime(Id, *Regions, findLayout().SharedRuntime);
  if (!Path)
    return Path.takeError();
  if (Path->empty())
    return 0;
  Expected<RemoteObject> Runtime = RemoteObject::open(Id, *Regions, *Path);
  if (!Runtime)
    return Runtime.takeError();
  if (uint64_t Function = Runtime->addressOf(Name))
    return Function;
  return makeError(*Path + " has no function " + Name +
                   ": it is of another version");
}

Error load(pid_t Id, BorrowedThread &B) {
  Expected<uint64_t> Path = B.copy(findLayout().SharedRuntime);
  if (!Path)
    return Path.takeError();
  Expected<uint64_t> Handle =
      B.call("dlopen", {*Path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE});
  if (!Handle)
    return Handle.takeError();
  if (*Handle)
    return Error::success();
  Expected<uint64_t> Message = B.call("dlerror", {});
  if (!Message)
    return Message.takeError();
  return makeError("process " + Twine(Id) +
                   " cannot load the runtime: " + B.readText(*Message));
}

Error meaningOf(pid_t Id, int Answer, StringRef Options) {
  const std::string Process = ("process " + Twine(Id)).str();
  switch (Answer) {
  case 0:
    return Error::success();
  case ANOMALLOC_ATTACH_RECORDS:
    return makeError(Process + " records already");
  case ANOMALLOC_ATTACH_CARRIES:
    return makeError(Process + " was started with the runtime, and without a "
                               "request for a profile; start it under "
                               "'anomalloc record'");
  case ANOMALLOC_ATTACH_OPTIONS:
    return makeError("the options are too long");
  case ANOMALLOC_ATTACH_NOTHING:
    return makeError(Process + " does not record");
  case ANOMALLOC_ATTACH_PROTECTED:
    return makeError(Process + " may not change its own tables of functions: a "
                               "security module of the system forbids it");
  case ANOMALLOC_ATTACH_MEMORY:
    return makeError(Process + " has no memory left for the recording");
  default:
    return makeError(
        Process + " cannot write '" + optionValue(Options, "output") +
        "': " + strerror(-Answer) +
        "; name a place with --output to which its user may write");
  }
}

} // namespace

Error attachRuntime(pid_t Id, StringRef Options) {
  // Where it is there already, it is not loaded again.
  Expected<uint64_t> Known = findInRuntime(Id, "__anomalloc_attach");
  if (!Known)
    return Known.takeError();
  auto B = BorrowedThread::take(Id);
  if (!B)
    return B.takeError();
  if (!*Known) {
    if (Error E = load(Id, **B))
      return E;
    Known = findInRuntime(Id, "__anomalloc_attach");
    if (!Known)
      return Known.takeError();
  }
  Expected<uint64_t> Text = (*B)->copy(Options);
  if (!Text)
    return Text.takeError();
  Expected<uint64_t> Answer = (*B)->callAt(*Known, {*Text});
  if (!Answer)
    return Answer.takeError();
  return meaningOf(Id, int(*Answer), Options);
}

Error detachRuntime(pid_t Id) {
  Expected<uint64_t> Function = findInRuntime(Id, "__anomalloc_detach");
  if (!Function)
    return Function.takeError();
  if (!*Function)
    return Error::success();
  auto B = BorrowedThread::take(Id);
  if (!B)
    return B.takeError();
  Expected<uint64_t> Answer = (*B)->callAt(*Function, {});
  return Answer ? Error::success() : Answer.takeError();
}

/// Calls \p Name in a runtime that the process began with. \p Options is its
/// argument, if there is one.
static Expected<int> callKnownRuntime(pid_t Id, StringRef Name,
                                      std::optional<StringRef> Options) {
  Expected<uint64_t> Function = findInRuntime(Id, Name);
  if (!Function)
    return Function.takeError();
  if (!*Function)
    return makeError("process " + Twine(Id) +
                     " has the runtime inside (ANOMALLOC_RUNTIME=static): what "
                     "it records cannot be changed while it runs");
  auto B = BorrowedThread::take(Id);
  if (!B)
    return B.takeError();
  SmallVector<uint64_t, 1> Arguments;
  if (Options) {
    Expected<uint64_t> Text = (*B)->copy(*Options);
    if (!Text)
      return Text.takeError();
    Arguments.push_back(*Text);
  }
  Expected<uint64_t> Answer = (*B)->callAt(*Function, Arguments);
  if (!Answer)
    return Answer.takeError();
  return int(*Answer);
}

Expected<uint32_t> beginEpisode(pid_t Id, StringRef Options) {
  Expected<int> Answer =
      callKnownRuntime(Id, "__anomalloc_begin_episode", Options);
  if (!Answer)
    return Answer.takeError();
  if (*Answer == -ANOMALLOC_ATTACH_RECORDS)
    return makeError("process " + Twine(Id) +
                     " is recorded by another 'anomalloc record --pid'; "
                     "'anomalloc record --stop --pid=" +
                     Twine(Id) + "' ends that");
  if (*Answer <= 0)
    return meaningOf(Id, -*Answer, Options);
  return uint32_t(*Answer);
}

Expected<uint32_t> endEpisode(pid_t Id) {
  Expected<int> Answer =
      callKnownRuntime(Id, "__anomalloc_end_episode", std::nullopt);
  if (!Answer)
    return Answer.takeError();
  return uint32_t(*Answer);
}

} // namespace anomalloc
