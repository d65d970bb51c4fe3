//===- CgroupMemory.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/CgroupMemory.h"
#include "Support/Errors.h"
#include "record/ProcessMaps.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <fcntl.h>
#include <optional>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

std::string textOf(const Twine &Path) {
  auto Text = MemoryBuffer::getFileAsStream(Path);
  return Text ? (*Text)->getBuffer().str() : "";
}

/// None for "max", and if there is no such file.
std::optional<uint64_t> numberIn(const Twine &Path) {
  std::string Text = textOf(Path);
  uint64_t Number;
  if (StringRef(Text).trim().getAsInteger(10, Number))
    return std::nullopt;
  return Number;
}

/// Where the hierarchy of version 2 is mounted; "": nowhere.
std::string mountPoint() {
  std::string Text = textOf("/proc/self/mounts");
  SmallVector<StringRef, 0> Lines;
  StringRef(Text).split(Lines, '\n');
  for (StringRef Line : Lines) {
    SmallVector<StringRef, 8> Words;
    Line.split(Words, ' ');
    if (Words.size() > 2 && Words[2] == "cgroup2")
      return Words[1].str();
  }
  return "";
}

constexpr char Instead[] = "; take --when-rss";

} // namespace

CgroupMemory::CgroupMemory(std::string Folder)
    : Folder(std::move(Folder)),
      Events(open((this->Folder + "/memory.events").c_str(),
                  O_RDONLY | O_CLOEXEC)) {}

CgroupMemory::CgroupMemory(CgroupMemory &&Other)
    : Folder(std::move(Other.Folder)), Events(std::exchange(Other.Events, -1)) {
}

CgroupMemory::~CgroupMemory() {
  if (Events >= 0)
    close(Events);
}

Expected<CgroupMemory> CgroupMemory::at(StringRef Folder) {
  if (!sys::fs::exists(Folder + "/memory.current"))
    return makeError(Folder + " is no cgroup of version 2: it has no file "
                              "memory.current");
  if (!numberIn(Folder + "/memory.max"))
    return makeError("the cgroup " + Folder + " has no limit (memory.max)" +
                     Instead);
  return CgroupMemory(Folder.str());
}

Expected<CgroupMemory> CgroupMemory::of(pid_t Id) {
  std::string Text = textOf(inProc(Id, "cgroup"));
  SmallVector<StringRef, 0> Lines;
  StringRef(Text).split(Lines, '\n');
  std::optional<StringRef> Its;
  for (StringRef Line : Lines) {
    auto [Controllers, Path] = Line.split(':').second.split(':');
    SmallVector<StringRef, 4> Names;
    Controllers.split(Names, ',');
    if (is_contained(Names, "memory"))
      return makeError("the memory of process " + Twine(Id) +
                       " is limited by a cgroup of version 1, which tells no "
                       "events" +
                       Instead);
    if (Line.starts_with("0::"))
      Its = Path;
  }
  const std::string Mounted = mountPoint();
  if (!Its || Mounted.empty())
    return makeError("process " + Twine(Id) + " is in no cgroup of version 2" +
                     Instead);
  for (StringRef Path = *Its;; Path = sys::path::parent_path(Path)) {
    const std::string Folder = (Mounted + Path.rtrim('/')).str();
    if (numberIn(Folder + "/memory.max"))
      return CgroupMemory(Folder);
    if (Path.size() <= 1)
      return makeError("no cgroup of process " + Twine(Id) +
                       " has a limit (memory.max)" + Instead);
  }
}

uint64_t CgroupMemory::bytes() const {
  return numberIn(Folder + "/memory.current").value_or(0);
}

uint64_t CgroupMemory::limit() const {
  return numberIn(Folder + "/memory.max").value_or(0);
}

uint64_t CgroupMemory::hits() const {
  std::string Text = textOf(Folder + "/memory.events");
  SmallVector<StringRef, 8> Lines;
  StringRef(Text).split(Lines, '\n');
  uint64_t Sum = 0;
  for (StringRef Line : Lines) {
    auto [Name, Count] = Line.split(' ');
    uint64_t Number;
    if ((Name == "max" || Name == "oom") && !Count.getAsInteger(10, Number))
      Sum += Number;
  }
  return Sum;
}

} // namespace anomalloc
