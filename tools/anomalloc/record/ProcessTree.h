//===- ProcessTree.h - the memory of a program and its children -*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_PROCESSTREE_H
#define ANOMALLOC_ANOMALLOC_RECORD_PROCESSTREE_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace anomalloc {

/// Looks at a process that runs, and at its descendants, in /proc.
class ProcessTree {
public:
  /// \p Library is the library that each process should have loaded; "": none.
  ProcessTree(pid_t Root, llvm::StringRef Library)
      : Root(Root), Library(Library.str()) {}

  /// The sum of the RSS of all processes, in bytes. A shared page counts once
  /// for each process.
  uint64_t residentBytes();
  /// The most processes that were seen at one time.
  unsigned mostProcesses() const { return Most; }
  /// Programs that were seen twice or more, and never with the library.
  std::vector<std::string> programsWithoutLibrary() const;

private:
  void findProcesses();
  void lookForLibrary(pid_t Id);

  struct Seen {
    unsigned Times = 0;
    bool WithLibrary = false;
  };

  pid_t Root;
  std::string Library;
  std::vector<pid_t> Processes;
  std::map<std::string, Seen> Programs;
  unsigned Looks = 0;
  unsigned Most = 1;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_PROCESSTREE_H
