//===- ProcessTree.cpp - the memory of a program and its children ---------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/ProcessTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

/// "" if the process is gone.
std::string readProc(const Twine &Path) {
  auto Buffer = MemoryBuffer::getFileAsStream(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

pid_t parentOf(pid_t Id) {
  // "4711 (name) S 4710 ...", and a name may hold anything.
  std::string Text = readProc("/proc/" + Twine(Id) + "/stat");
  StringRef Rest = StringRef(Text).rsplit(')').second;
  pid_t Parent = 0;
  Rest.drop_front(std::min<size_t>(3, Rest.size()))
      .split(' ')
      .first.getAsInteger(10, Parent);
  return Parent;
}

/// Of the whole machine.
std::multimap<pid_t, pid_t> childrenByParent() {
  std::multimap<pid_t, pid_t> Children;
  std::error_code Error;
  for (sys::fs::directory_iterator It("/proc", Error), End; It != End && !Error;
       It.increment(Error)) {
    pid_t Id;
    if (!sys::path::filename(It->path()).getAsInteger(10, Id))
      Children.insert({parentOf(Id), Id});
  }
  return Children;
}

} // namespace

void ProcessTree::findProcesses() {
  const std::multimap<pid_t, pid_t> Children = childrenByParent();
  Processes = {Root};
  for (size_t I = 0; I != Processes.size(); ++I)
    for (auto [It, End] = Children.equal_range(Processes[I]); It != End; ++It)
      Processes.push_back(It->second);
  Most = std::max(Most, unsigned(Processes.size()));
  for (pid_t Id : Processes)
    lookForLibrary(Id);
}

void ProcessTree::lookForLibrary(pid_t Id) {
  if (Library.empty())
    return;
  char Path[4096];
  const ssize_t Size = readlink(("/proc/" + Twine(Id) + "/exe").str().c_str(),
                                Path, sizeof Path);
  if (Size <= 0)
    return;
  Seen &Its = Programs[std::string(Path, Size)];
  if (Its.WithLibrary)
    return;
  ++Its.Times;
  std::string Maps = readProc("/proc/" + Twine(Id) + "/maps");
  SmallString<128> Real;
  StringRef Wanted = sys::fs::real_path(Library, Real) ? Library : Real.str();
  Its.WithLibrary = StringRef(Maps).contains((" " + Wanted + "\n").str());
}

uint64_t ProcessTree::residentBytes() {
  // To look for processes takes longer than to ask those that are known.
  constexpr unsigned Often = 4, Seldom = 16;
  if (Looks < Often || Looks % Seldom == 0)
    findProcesses();
  ++Looks;
  uint64_t Pages = 0;
  for (pid_t Id : Processes) {
    std::string Text = readProc("/proc/" + Twine(Id) + "/statm");
    uint64_t Its = 0;
    StringRef(Text).split(' ').second.split(' ').first.getAsInteger(10, Its);
    Pages += Its;
  }
  return Pages * uint64_t(sysconf(_SC_PAGESIZE));
}

std::vector<std::string> ProcessTree::programsWithoutLibrary() const {
  std::vector<std::string> Without;
  for (const auto &[Program, Its] : Programs)
    if (!Its.WithLibrary && Its.Times > 1)
      Without.push_back(Program);
  return Without;
}

} // namespace anomalloc
